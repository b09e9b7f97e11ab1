import { describe, expect, it } from 'vitest'
import { parseMetrics } from '#tests/support/server/parse-metrics.ts'
import { createHistogram, formatMetrics, buildSingleMetric } from './metrics.ts'

describe("Prometheus' text format", () => {
  it('has help, type and samples of each figure, and leaves out figures without a value', () => {
    const text = formatMetrics([
      buildSingleMetric('gauge', 'relevo_answers', 'Stored answers', 12),
      buildSingleMetric('gauge', 'relevo_backup_age_seconds', 'Age', undefined),
      {
        name: 'relevo_requests_total',
        type: 'counter',
        help: 'Requests',
        samples: [{ labels: { status: 200 }, value: 3 }],
      },
    ])
    expect(text).toBe(
      '# HELP relevo_answers Stored answers\n# TYPE relevo_answers gauge\nrelevo_answers 12\n' +
        '# HELP relevo_requests_total Requests\n# TYPE relevo_requests_total counter\nrelevo_requests_total{status="200"} 3\n',
    )
  })

  it('escapes quotes, backslashes and line feeds', () => {
    const value = 'a "b" \\c\nd, e="f"}'
    const text = formatMetrics([
      { name: 'x', type: 'gauge', help: 'a\nb\\c', samples: [{ labels: { value }, value: 1 }] },
    ])
    expect(text).toBe(
      String.raw`# HELP x a\nb\\c` + '\n# TYPE x gauge\n' + String.raw`x{value="a \"b\" \\c\nd, e=\"f\"}"} 1` + '\n',
    )
    expect(parseMetrics(text).get('x')?.samples).toEqual([{ name: 'x', labels: { value }, value: 1 }])
  })

  it('counts a duration in every bucket that it fits in', () => {
    const histogram = createHistogram([0.01, 0.1])
    for (const ms of [5, 10, 50, 2_000]) histogram.observe(ms)
    const text = formatMetrics([
      { name: 't', type: 'histogram', help: 'Time', samples: histogram.samples({ route: '/a' }) },
    ])
    expect(
      parseMetrics(text)
        .get('t')
        ?.samples.map(({ name, labels, value }) => [name, labels['le'], value]),
    ).toEqual([
      ['t_bucket', '0.01', 2],
      ['t_bucket', '0.1', 3],
      ['t_bucket', '+Inf', 4],
      ['t_sum', undefined, 2.065],
      ['t_count', undefined, 4],
    ])
  })
})
