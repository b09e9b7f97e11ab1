import { unreachable } from '#domain/kernel/index.ts'
import { later } from '#ui/index.ts'
import { Bars } from './bars.tsx'
import { Columns } from './columns.tsx'
import type { Chart } from './chart.ts'
import { Pie } from './pie.tsx'

/** A chart in its shape. */
export function ChartView({ chart }: { readonly chart: Chart }) {
  switch (chart.shape) {
    case 'bars':
      return <Bars chart={chart} />
    case 'pie':
      return <Pie chart={chart} />
    case 'columns':
      return <Columns chart={chart} />
    default:
      return unreachable(chart.shape)
  }
}

/** Few take a chart along. */
export const TakeChart = later(async () => (await import('./take-chart.tsx')).TakeChart)
