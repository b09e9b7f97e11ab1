import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import '@mantine/core/styles/ActionIcon.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useChartActions } from './chart-acts.ts'
import { computeMaxBarLength, getBarLength, type ChartBar, type Chart } from './chart.ts'
import { useFigureFormats } from './use-figures-text.ts'
import styles from './charts.module.css'

type ChartTableProps = {
  readonly chart: Chart
  /** bars to show, in order; defaults to all bars of the chart */
  readonly bars?: readonly ChartBar[]
  /** rendered before a name */
  readonly mark?: (bar: ChartBar) => ReactNode
  /** whether to draw bars next to the figures */
  readonly drawn?: boolean
  /** whether the table is only for screen readers, and contains no focusable elements */
  readonly heard?: boolean
}

/** The figures of a chart as an accessible table. Pressing a name filters the page; counts link to the answers. */
export function ChartTable({ chart, bars = chart.bars, mark, drawn = false, heard = false }: ChartTableProps) {
  const { t } = useLingui()
  const { names, comparedBase, base } = chart
  const max = computeMaxBarLength(chart.bars)
  const hasMoney = chart.bars.some(({ money }) => money !== undefined)
  const figures = useFigureFormats()
  return (
    <div className={heard ? 'r-hidden' : styles['around']}>
      <table
        className={`r-wide r-note ${styles['table']}`}
        aria-label={chart.title}
        data-drawn={drawn}
        data-compares={names !== undefined && !heard}
      >
        <thead className={names === undefined ? 'r-hidden' : undefined}>
          <tr>
            <th scope="col" colSpan={drawn ? 2 : 1}>
              {chart.rows}
            </th>
            <th scope="col">
              {drawn && names !== undefined && <span className={styles['key']} />}
              {names?.now ?? t`Count`}
            </th>
            {names === undefined ? (
              <>
                <th scope="col">{t`Percentage`}</th>
                {hasMoney && <th scope="col">{t`Money`}</th>}
              </>
            ) : (
              <>
                <th scope="col">
                  {drawn && <span className={styles['key']} data-compared="true" />}
                  {names.compared}
                </th>
                <th scope="col">{t`Difference`}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => {
            const count = heard ? figures.count(bar.count) : <BarFigure bar={bar} text={figures.count(bar.count)} />
            const share = figures.share(bar.count, pickShareBase(bar, base))
            return (
              <tr key={bar.key} data-kind={bar.kind}>
                <th scope="row">
                  {mark?.(bar)}
                  {heard ? bar.label : <Name bar={bar} />}
                </th>
                {drawn && (
                  <td aria-hidden="true" className={styles['track']}>
                    <BarLength bar={bar} max={max} isCompared={names !== undefined} />
                  </td>
                )}
                {names === undefined ? (
                  <>
                    <td>{count}</td>
                    <td className="r-soft">{share}</td>
                    {hasMoney && <td>{bar.money?.text}</td>}
                  </>
                ) : (
                  <>
                    <td>
                      {count} <SmallerFigure>{share}</SmallerFigure>
                    </td>
                    <td>
                      {figures.count(bar.compared ?? 0)}{' '}
                      <SmallerFigure>
                        {bar.comparedLabel ?? figures.share(bar.compared ?? 0, pickShareBase(bar, comparedBase))}
                      </SmallerFigure>
                    </td>
                    <td>{figures.change(bar.count, bar.compared ?? 0)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A smaller figure below a figure. */
function SmallerFigure({ children }: { readonly children: ReactNode }) {
  return <span className={`r-soft ${styles['beside']}`}>{children}</span>
}

/** The number of answers that is 100 % of a bar's share. "Not asked" has no share. */
function pickShareBase({ kind }: ChartBar, base: Chart['base'] | undefined): Chart['base'] | undefined {
  return kind === 'unasked' ? undefined : base
}

function BarLength({
  bar,
  max,
  isCompared,
}: {
  readonly bar: ChartBar
  readonly max: number
  readonly isCompared: boolean
}) {
  const width = (count: ChartBar['count']): string => `${(100 * getBarLength(count)) / max}%`
  return (
    <>
      <span
        className={`r-block ${styles['bar']}`}
        data-few={bar.count === 'few'}
        data-none={bar.count === 0}
        style={{ width: width(bar.count) }}
      />
      {isCompared && (bar.compared ?? 0) !== 0 && (
        <span className={`r-block ${styles['bar']}`} data-compared="true" style={{ width: width(bar.compared ?? 0) }} />
      )}
    </>
  )
}

function Name({ bar }: { readonly bar: ChartBar }) {
  const acts = useChartActions()
  const pick = acts?.pick
  if (acts === null || pick === undefined || bar.kind === 'unasked')
    return <span className={`r-beside r-gap-0 r-target r-breaks r-round ${styles['name']}`}>{bar.label}</span>
  const isPicked = acts.isPicked(bar.key)
  return (
    <button
      type="button"
      className={`r-beside r-gap-0 r-target r-breaks r-round ${styles['name']}`}
      aria-pressed={isPicked}
      disabled={bar.count === 0 && !isPicked}
      onClick={() => pick(bar.key)}
    >
      {bar.label}
    </button>
  )
}

function BarFigure({ bar, text }: { readonly bar: ChartBar; readonly text: string }) {
  const { t } = useLingui()
  const link = useChartActions()?.listOf(bar.key)
  if (link === undefined || bar.count === 0 || bar.count === 'few' || bar.kind === 'unasked') return <>{text}</>
  const { label } = bar
  return (
    <Link
      {...link}
      className={`r-beside r-gap-0 r-target r-accent ${styles['count']}`}
      aria-label={t`${text}: see the answers with ${label}`}
    >
      {text}
    </Link>
  )
}

/** Explains filtering by bars. Shown once per page. */
export function FilterHint() {
  return (
    <p className="r-soft r-small">
      <Trans>
        Click a name to filter this page; click it again to clear the filter. Click a number to see those answers.
      </Trans>
    </p>
  )
}

type DownloadChartButtonProps = { readonly title: string } & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title'>

/** Opens the download menu of a chart. */
export function DownloadChartButton({ title, ...props }: DownloadChartButtonProps) {
  const { t } = useLingui()
  return (
    <ActionIcon {...props} variant="subtle" size="var(--r-target)" aria-label={t`Download ${title}`}>
      <IconDownload size={20} aria-hidden="true" />
    </ActionIcon>
  )
}
