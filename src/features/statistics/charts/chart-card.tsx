import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans, Plural } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { later } from '#ui/index.ts'
import { useChartActs } from './chart-acts.ts'
import { ChartTable } from './chart-table.tsx'
import type { Chart } from './chart.ts'
import { Columns } from './columns.tsx'
import { Pie } from './pie.tsx'
import { TakeButton } from './take-button.tsx'
import styles from './card.module.css'

/** A list of two thousand streets is no chart: the first of them are, and the rest is a tap away. */
const FIRST = 12

/** Bars that lie, one under the other, with their figures: the chart is the table. */
function Bars({ chart }: { readonly chart: Chart }) {
  const [isWhole, setWhole] = useState(false)
  const acts = useChartActs()
  const { bars } = chart
  const more = bars.length - FIRST
  // What the page is filtered by is in sight, so that it can be taken back.
  const shown = isWhole || more <= 1 ? bars : bars.filter(({ key }, at) => at < FIRST || acts?.isPicked(key) === true)
  return (
    <>
      <ChartTable chart={chart} bars={shown} drawn />
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

/** A chart in its shape. */
function ChartView({ chart }: { readonly chart: Chart }) {
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
const TakeChart = later(async () => (await import('./take-chart.tsx')).TakeChart)

type ChartCardProps = {
  readonly title: string
  /** under the title: a condition, the base */
  readonly about?: ReactNode
  /** null: there is nothing to draw */
  readonly chart: Chart | null
  /** each may be one answer's: a pie is offered */
  readonly isPieOffered?: boolean
  /** what is written under the title of its picture */
  readonly lines: readonly string[]
  /** it shows what was asked for before */
  readonly isOld: boolean
  readonly children?: ReactNode
}

/** One thing that has figures: its chart, what it is of, and what it can be taken along as. */
export function ChartCard({ title, about, chart, isPieOffered = false, lines, isOld, children }: ChartCardProps) {
  const [shape, setShape] = useState<'bars' | 'pie'>()
  const shown = chart !== null && isPieOffered && shape !== undefined ? { ...chart, shape } : chart
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
        {shown !== null && (
          <div className={`r-line r-gap-4 r-middle ${styles['acts']}`}>
            {isPieOffered && (
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => setShape(shown.shape === 'pie' ? 'bars' : 'pie')}
              >
                {shown.shape === 'pie' ? <Trans>As bars</Trans> : <Trans>As a pie</Trans>}
              </Button>
            )}
            <Take chart={shown} lines={lines} />
          </div>
        )}
      </header>
      {shown !== null && <ChartView chart={shown} />}
      {children}
    </article>
  )
}

function Take({ chart, lines }: { readonly chart: Chart; readonly lines: readonly string[] }) {
  const [wanted, setWanted] = useState(false)
  const closed = (
    <TakeButton title={chart.title} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  )
  return <TakeChart chart={chart} lines={lines} wanted={wanted} meanwhile={closed} />
}
