import { useEffect, useState } from 'react'
import { NativeSelect } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { readGeneralStatistics, type GeneralStatistics } from '#domain/statistics/index.ts'
import { storeFigures, readStoredFigures } from '#local/figures/index.ts'
import {
  EmptyState,
  ListSkeleton,
  ListTable,
  Page,
  PageActions,
  PageSection,
  useAccount,
  useEndpointData,
  useListAddress,
  useFormats,
  type Column,
} from '#ui/index.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import type { Chart } from '../charts/chart.ts'
import { useDurationFormat, useFigureFormats } from '../charts/use-figures-text.ts'
import { FiguresTimeNote } from '../parts/head.tsx'
import { StatisticsError } from '../parts/not-ready.tsx'
import { DownloadButtons, useReportDownload } from '../download/download-buttons.tsx'
import styles from '../statistics.module.css'
import { useLastValue } from '../use-statistics.ts'

/** Number of selectable months. */
const MAX_MONTHS = 24
/** Key of the stored general statistics, used instead of a form's id. */
const GENERAL = 'general'

/** /estadisticas: general statistics of answers, by municipality and month (part 3, point 2). */
export function GeneralScreen() {
  const { t } = useLingui()
  const { local } = useAccount()
  const { search, filter: change } = useListAddress<{ readonly mes?: string }>()
  const [now] = useState(Date.now)
  const month = pickMonth(search.mes, now)
  const [loadable, retry] = useEndpointData(readGeneralStatistics, { month })
  const general = loadable.kind === 'here' ? loadable.value : undefined
  useEffect(() => {
    if (general !== undefined) void storeFigures(local, { of: GENERAL, search: month, figures: general })
  }, [local, month, general])
  const keptFigures = useLiveQuery(() => readStoredFigures(local, GENERAL), [local])
  const before = keptFigures?.find((figures) => figures.search === month)?.figures as GeneralStatistics | undefined
  const last = useLastValue(general)
  const isKept = loadable.kind === 'failed' && !loadable.refused && before !== undefined
  const fresh = loadable.kind === 'failed' ? undefined : last
  const shown = isKept ? before : fresh
  return (
    <Page
      title={t`Statistics`}
      width="full"
      actions={
        shown !== undefined && (
          <PageActions>
            <GeneralDownloads general={shown} />
          </PageActions>
        )
      }
    >
      <NativeSelect
        label={t`Month`}
        maw={240}
        value={month}
        onChange={(event) => change({ mes: event.currentTarget.value })}
        data={listLastMonths(now, MAX_MONTHS).map((item) => ({ value: item, label: formatMonth(item) }))}
      />
      {shown !== undefined && (
        <GeneralFigures general={shown} isKept={isKept} isOld={general === undefined && !isKept} retry={retry} />
      )}
      {shown === undefined && loadable.kind === 'failed' && (
        <StatisticsError problem={loadable.problem} refused={loadable.refused} retry={retry} />
      )}
      {shown === undefined && loadable.kind !== 'failed' && <ListSkeleton rows={4} />}
    </Page>
  )
}

type GeneralFiguresProps = {
  readonly general: GeneralStatistics
  readonly isKept: boolean
  readonly isOld: boolean
  readonly retry: () => void
}

function GeneralFigures({ general, isKept, isOld, retry }: GeneralFiguresProps) {
  const { t } = useLingui()
  const columns = useColumns(general)
  const chart = useMonthsChart(general)
  const { municipalities } = general
  if (municipalities.length === 0) return <EmptyState title={<Trans>No results found</Trans>} />
  return (
    <>
      <FiguresTimeNote ready={general} isKept={isKept} retry={retry} />
      <div aria-busy={isOld}>
        <ListTable label={t`Municipalities`} columns={columns} items={municipalities} keyOf={({ path }) => path} />
      </div>
      <PageSection flat title={t`By month`}>
        <div className={`r-grid r-gap-16 r-top ${styles['cards']}`}>
          <ChartCard title={chart.title} chart={chart} lines={[formatMonth(general.month)]} isOld={isOld} />
        </div>
      </PageSection>
    </>
  )
}

/** Answers of the last twelve months by month, summed over the municipalities. */
function useMonthsChart({ months }: GeneralStatistics): Chart {
  const { t } = useLingui()
  return {
    title: t`Answers received per month`,
    shape: 'columns',
    rows: t`Month`,
    base: months.reduce((sum, { answers }) => sum + answers, 0),
    bars: months.map(({ month, answers }) => ({ key: month, label: formatMonth(month), count: answers })),
  }
}

/** Buttons that download the general statistics as a PDF or a workbook. */
function GeneralDownloads({ general }: { readonly general: GeneralStatistics }) {
  const { t } = useLingui()
  const formats = useFormats()
  const columns = useColumns(general)
  const { make, busy } = useReportDownload()
  const at = formats.dateTime(general.at)
  const max = Math.max(1, ...general.months.map(({ answers }) => answers))
  const month = formatMonth(general.month)
  const [only, ...others] = general.municipalities
  return (
    <DownloadButtons
      busy={busy}
      take={(format) =>
        make({
          format,
          at: general.at,
          title: t`Answers by municipality`,
          municipality: others.length === 0 ? (only?.nombre ?? '') : '',
          lines: [month, t`As of ${at}`],
          parts: [
            {
              title: t`Municipalities`,
              tables: [
                {
                  title: month,
                  notes: [],
                  heads: columns.map(({ head }) => head),
                  rows: general.municipalities.map((municipality) => ({
                    cells: columns.map(({ text }) => toReportCell(text(municipality))),
                  })),
                },
              ],
            },
            {
              title: t`By month`,
              tables: [
                {
                  title: t`Answers received per month`,
                  notes: [],
                  heads: [t`Month`, t`Answers`],
                  rows: general.months.map(({ month: of, answers }) => ({
                    cells: [{ text: formatMonth(of) }, { text: formats.number(answers), value: answers }],
                    bar: answers / max,
                  })),
                },
              ],
            },
          ],
        })
      }
    />
  )
}

/** A cell of the workbook. Whole numbers are numeric, so that they can be summed. */
function toReportCell(text: string): { readonly text: string; readonly value?: number } {
  return /^\d+$/.test(text) ? { text, value: Number(text) } : { text }
}

/** Months in the server's format, `2026-11`, counted in UTC. */
function listLastMonths(now: number, many: number): readonly string[] {
  const date = new Date(now)
  return Array.from({ length: many }, (_, ago) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
}

/** @returns the month in the URL, or the current month */
function pickMonth(text: string | undefined, now: number): string {
  const [current = ''] = listLastMonths(now, 1)
  return text !== undefined && /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : current
}

function formatMonth(month: string): string {
  return month.split('-').reverse().join('/')
}

type Municipality = GeneralStatistics['municipalities'][number]

/** The specified columns of "response monitoring": answers received, change, processing time, pending answers. */
function useColumns(
  _: GeneralStatistics,
): readonly (Column<Municipality> & { readonly text: (municipality: Municipality) => string })[] {
  const { t } = useLingui()
  const formats = useFormats()
  const duration = useDurationFormat()
  const { change } = useFigureFormats()
  const column = (head: string, text: (municipality: Municipality) => string) => ({
    head,
    text,
    cell: text,
    card: 'named' as const,
  })
  const figures = (head: string, text: (municipality: Municipality) => string) => ({
    ...column(head, text),
    figures: true as const,
  })
  return [
    column(t`Municipality`, ({ nombre }) => nombre),
    figures(t`Number of forms`, ({ forms }) => formats.number(forms)),
    figures(t`Answers in the month`, ({ answers }) => formats.number(answers)),
    figures(t`Change from previous month`, ({ answers, before }) => change(answers, before)),
    figures(t`Average time from saving to receipt`, ({ untilReceived }) =>
      untilReceived === null ? '–' : duration(untilReceived),
    ),
    figures(t`Answers awaiting a decision`, ({ waiting }) => formats.number(waiting)),
    column(t`Last change`, ({ lastUpdate }) => (lastUpdate === null ? '–' : formats.dateTime(lastUpdate))),
  ]
}
