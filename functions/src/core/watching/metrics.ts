/** A measured value. `suffix` and labels are appended to the metric's name. */
type Sample = {
  readonly value: number
  readonly labels?: Readonly<Record<string, string | number>>
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** A metric of `/api/metrics`. Labels have few values each: never ids, paths or anything that a client chooses. */
export type Metric = {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

/** A metric with one value; without samples if the value is unknown. */
export function buildSingleMetric(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | undefined,
): Metric {
  return { name, type, help, samples: value === undefined ? [] : [{ value }] }
}

/** Prometheus' text format, version 0.0.4. Metrics without samples are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ value, labels = {}, suffix = '' }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
      )
      return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')
}

function formatLabels(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', String.raw`\"`)
}

/** Counts durations in buckets. */
export type Histogram = {
  /** @param ms milliseconds */
  observe(ms: number): void
  samples(labels?: Readonly<Record<string, string>>): readonly Sample[]
}

/** @param bounds upper bounds of the buckets in seconds, ascending */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    observe: (ms) => {
      const seconds = ms / 1000
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? Infinity)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      sum += seconds
    },
    samples: (labels = {}) => {
      // Buckets are cumulative in the format, and separate in memory.
      let total = 0
      const buckets = [...counts].map((count, index): Sample => {
        total += count
        return { suffix: '_bucket', labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: total }
      })
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
    },
  }
}
