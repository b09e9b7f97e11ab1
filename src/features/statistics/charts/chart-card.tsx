import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans, Plural } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { lazyPart } from '#ui/index.ts'
import { useChartActions } from './chart-acts.ts'
import { ChartTable, DownloadChartButton } from './chart-table.tsx'
import type { Chart } from './chart.ts'
import { ColumnChart } from './columns.tsx'
import { PieChart } from './pie.tsx'
import styles from './charts.module.css'

/** Number of bars shown initially. The others are shown on request. */
const FIRST_BARS = 12

/** Horizontal bars, drawn inside the table of their figures. */
function Bars({ chart }: { readonly chart: Chart }) {
  const [isWhole, setWhole] = useState(false)
  const acts = useChartActions()
  const { bars } = chart
  const more = bars.length - FIRST_BARS
  // Always shows bars that are active filters, so that the filter can be removed.
  const shownBars =
    isWhole || more <= 1 ? bars : bars.filter(({ key }, index) => index < FIRST_BARS || acts?.isPicked(key) === true)
  return (
    <>
      <ChartTable chart={chart} bars={shownBars} drawn />
      {more > 1 && (
        <div>
          <Button variant="subtle" size="compact-md" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? <Trans>Show fewer</Trans> : <Plural value={more} one="Show # more" other="Show # more" />}
          </Button>
        </div>
      )}
    </>
  )
}

/** Renders a chart in its selected shape. */
function ChartView({ chart }: { readonly chart: Chart }) {
  switch (chart.shape) {
    case 'bars':
      return <Bars chart={chart} />
    case 'pie':
      return <PieChart chart={chart} />
    case 'columns':
      return <ColumnChart chart={chart} />
    default:
      return unreachable(chart.shape)
  }
}

/** Loaded on demand, as few charts are downloaded. */
const LazyDownloadChart = lazyPart(async () => (await import('./download-chart.tsx')).DownloadChartMenu)

type ChartCardProps = {
  readonly title: string
  /** text below the title, such as condition and base */
  readonly about?: ReactNode
  /** null if there is nothing to show */
  readonly chart: Chart | null
  /** whether to offer a pie chart, because each answer has exactly one option */
  readonly isPieOffered?: boolean
  /** text below the title in the downloaded picture */
  readonly lines: readonly string[]
  /** whether the figures belong to previous filters */
  readonly isOld: boolean
  readonly children?: ReactNode
}

/** A card with a chart, its base, and downloads. */
export function ChartCard({ title, about, chart, isPieOffered = false, lines, isOld, children }: ChartCardProps) {
  const [shape, setShape] = useState<'bars' | 'pie'>()
  const shownChart = chart !== null && isPieOffered && shape !== undefined ? { ...chart, shape } : chart
  return (
    <article
      className={`r-column r-gap-12 r-pad-16 r-card r-yields r-raised ${styles['card']}`}
      aria-label={title}
      aria-busy={isOld}
    >
      <header className={`r-row r-gap-4 r-gap-x-12 r-top r-between ${styles['head']}`}>
        <div>
          <h3>{title}</h3>
          {about}
        </div>
        {shownChart !== null && (
          <div className={`r-line r-gap-4 r-middle ${styles['acts']}`}>
            {isPieOffered && (
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => setShape(shownChart.shape === 'pie' ? 'bars' : 'pie')}
              >
                {shownChart.shape === 'pie' ? <Trans>Bar chart</Trans> : <Trans>Pie chart</Trans>}
              </Button>
            )}
            <ChartMenu chart={shownChart} lines={lines} />
          </div>
        )}
      </header>
      {shownChart !== null && <ChartView chart={shownChart} />}
      {children}
    </article>
  )
}

function ChartMenu({ chart, lines }: { readonly chart: Chart; readonly lines: readonly string[] }) {
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <DownloadChartButton
      title={chart.title}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return <LazyDownloadChart chart={chart} lines={lines} isWanted={isWanted} meanwhile={closed} />
}
