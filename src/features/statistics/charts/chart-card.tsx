import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import type { Chart } from './chart.ts'
import { ChartView, TakeChart } from './chart-view.tsx'
import { TakeButton } from './take-button.tsx'
import styles from './card.module.css'

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
