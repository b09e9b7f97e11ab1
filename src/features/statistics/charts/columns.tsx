import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { ChartTable } from './chart-table.tsx'
import { useChartActions } from './chart-acts.ts'
import {
  computeMaxBarLength,
  getBarLength,
  computeAxisTicks,
  type ChartBar,
  type Chart,
  type ShownCount,
} from './chart.ts'
import { useFigureFormats } from './use-figures-text.ts'
import styles from './charts.module.css'

/** LETTERS: number of letters that fit below an axis on a phone. LABEL_GAP: gap between names, in letters. */
const LETTERS = 40
const LABEL_GAP = 2

/** Columns on an axis, for hours, days and amounts. Screen readers get the table, which other users can show. */
export function ColumnChart({ chart }: { readonly chart: Chart }) {
  const figures = useFigureFormats()
  const [isTable, setTable] = useState(false)
  const { bars } = chart
  const ticks = computeAxisTicks(computeMaxBarLength(bars))
  const top = ticks.at(-1) ?? 1
  const longest = Math.max(1, ...bars.map(({ label }) => label.length))
  const every = Math.max(1, Math.ceil((bars.length * (longest + LABEL_GAP)) / LETTERS))
  return (
    <>
      <div className={`r-grid r-gap-4 r-gap-x-8 ${styles['plot']}`} aria-hidden="true">
        <div className={`r-anchor r-soft ${styles['axis']}`}>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(100 * tick) / top}%` }}>
              {figures.count(tick)}
            </span>
          ))}
        </div>
        <div
          className={`r-line r-anchor ${styles['field']}`}
          data-many={bars.length > (chart.names === undefined ? 62 : 31)}
        >
          {ticks.map((tick) => (
            <span key={tick} className={styles['rule']} style={{ bottom: `${(100 * tick) / top}%` }} />
          ))}
          {bars.map((bar) => (
            <Column key={bar.key} bar={bar} top={top} names={chart.names} />
          ))}
        </div>
        <div className={`r-line r-gap-0 r-soft ${styles['names']}`}>
          {bars.map(({ key, label }, index) => (
            <span key={key}>
              {index % every === 0 && (index === 0 || index + every / 2 < bars.length) && <span>{label}</span>}
            </span>
          ))}
        </div>
      </div>
      {chart.names !== undefined && <Legend names={chart.names} />}
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          className={styles['toggle'] ?? ''}
          aria-expanded={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <Trans>Hide the table</Trans> : <Trans>Show the table</Trans>}
        </Button>
      </div>
      <ChartTable chart={chart} heard={!isTable} />
    </>
  )
}

type ColumnProps = { readonly bar: ChartBar; readonly top: number; readonly names: Chart['names'] }

function Column({ bar, top, names }: ColumnProps) {
  const acts = useChartActions()
  const figures = useFigureFormats()
  const { key, label, count, compared = 0, comparedLabel = names?.compared } = bar
  const height = (thisCount: ShownCount): string => `${(100 * getBarLength(thisCount)) / top}%`
  const own = `${label}: ${figures.count(count)}`
  const title =
    names === undefined
      ? own
      : `${own} · ${comparedLabel}: ${figures.count(compared)} (${figures.change(count, compared)})`
  // Columns of zero height keep their place beside the other series.
  const drawn = (
    <>
      {(count !== 0 || names !== undefined) && (
        <span
          className={`r-block ${styles['bar']}`}
          data-few={count === 'few'}
          data-none={count === 0}
          style={{ height: height(count) }}
        />
      )}
      {names !== undefined && (
        <span
          className={`r-block ${styles['bar']}`}
          data-compared="true"
          data-none={compared === 0}
          style={{ height: height(compared) }}
        />
      )}
    </>
  )
  const pick = acts?.pick
  if (acts === null || pick === undefined)
    return (
      <span className={`r-low r-yields r-anchor r-line ${styles['column']}`} title={title}>
        {drawn}
      </span>
    )
  // Pressed only by pointers. Keyboard users press the names in the table.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`r-low r-yields r-anchor r-line ${styles['column']}`}
      data-picked={acts.isPicked(key)}
      title={title}
      disabled={count === 0 && !acts.isPicked(key)}
      onClick={() => pick(key)}
    >
      {drawn}
    </button>
  )
}

function Legend({ names }: { readonly names: NonNullable<Chart['names']> }) {
  return (
    <p className={`r-row r-gap-4 r-gap-x-12 r-middle r-soft r-small ${styles['legend']}`} aria-hidden="true">
      <span>
        <span className={`r-fixed ${styles['key']}`} /> {names.now}
      </span>
      <span>
        <span className={`r-fixed ${styles['key']}`} data-compared="true" /> {names.compared}
      </span>
    </p>
  )
}
