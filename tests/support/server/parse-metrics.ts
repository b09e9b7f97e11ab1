/** A metric as a scraper reads it, with the labels' escapes resolved. */
export type ParsedMetric = {
  readonly type: string
  readonly help: string
  readonly samples: {
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }[]
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' }
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,|$)/y

/** A small parser of Prometheus' text format, written from its description. Throws for anything invalid. */
export function parseMetrics(text: string): ReadonlyMap<string, ParsedMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line must end with a line feed')
  const metrics = new Map<string, ParsedMetric>()
  let help: { readonly name: string; readonly text: string } | undefined
  let current: { readonly name: string; readonly metric: ParsedMetric } | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      help = { name, text: rest }
      continue
    }
    if (keyword === 'TYPE') {
      if (help?.name !== name) throw new Error(`No HELP before TYPE of ${name}`)
      if (metrics.has(name)) throw new Error(`Two groups of ${name}`)
      current = { name, metric: { type: rest, help: help.text, samples: [] } }
      metrics.set(name, current.metric)
      continue
    }
    const [, sampleName = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    const isOwn = current !== undefined && new RegExp(`^${current.name}(_bucket|_sum|_count)?$`).test(sampleName)
    if (!isOwn || value === '' || Number.isNaN(Number(value))) throw new Error(`Not a sample of its group: ${line}`)
    current?.metric.samples.push({ name: sampleName, labels: parseLabels(labels), value: Number(value) })
  }
  return metrics
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {}
  let at = 0
  while (at < text.length) {
    LABEL.lastIndex = at
    const found = LABEL.exec(text)
    if (found === null) throw new Error(`Not labels: ${text}`)
    const [whole, name = '', value = ''] = found
    labels[name] = value.replaceAll(/\\(["\\n])/g, (_, escaped: string) => ESCAPES[escaped] ?? '')
    at += whole.length
  }
  return labels
}
