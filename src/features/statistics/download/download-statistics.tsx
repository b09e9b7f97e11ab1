import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { ReportFormat } from '#documents/index.ts'
import type { ReportTable } from '#documents/pdf/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { getMunicipality, type TemplateId } from '#domain/kernel/index.ts'
import type { CrossTable, MoneyStatistics, ReadyStatistics } from '#domain/statistics/index.ts'
import { lazyPart, useFormats, useProfile } from '#ui/index.ts'
import { parseCrossTableParam, type DayPeriod, type StatisticsSearch } from '../address.ts'
import { useActiveFilters } from '../parts/chips.tsx'
import { useComparison, formatPeriod, type Comparison } from '../parts/compare.tsx'
import type { ComparedStatistics } from '../parts/statistics-overview.tsx'
import { useCrossTable, useMoneyStatistics, useStatistics, type StatisticsQueryFilter } from '../use-statistics.ts'
import { DownloadButtons, useReportDownload } from './download-buttons.tsx'
import { useReportParts } from './use-report-parts.ts'

const LazyChooseQuestions = lazyPart(async () => (await import('./choose-questions.tsx')).ChooseQuestionsDialog)

type DownloadStatisticsProps = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  /** the form; null if it is not on this device, undefined while loading */
  readonly template: FormTemplate | null | undefined
  /** all figures; undefined while loading */
  readonly complete: ReadyStatistics | undefined
  readonly search: StatisticsSearch
  readonly days: Partial<DayPeriod>
}

/** Buttons that download the page, with its comparison, as a PDF or a workbook. */
export function DownloadStatisticsButtons(props: DownloadStatisticsProps) {
  const { complete, search, days, filter } = props
  const comparison = useComparison(complete, search, days, filter)
  // Questions left out of the last PDF, remembered until the page is closed.
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { crossed } = parseCrossTableParam(search.cruce)
  const cross = useCrossTable(props.form, filter, crossed)
  const { loadable, isLoading, isMissing } = useMoneyStatistics(filter, { ...props, ready: complete })
  if (complete === undefined || isLoading || (crossed !== undefined && cross === undefined))
    return <DownloadButtons busy={false} />
  const money = loadable.kind === 'here' ? loadable.value : undefined
  const ready = { ...props, complete, cross, money, isMoneyMissing: isMissing, leftOut, setLeftOut }
  if (comparison === undefined) return <ReportReady {...ready} compared={undefined} />
  return <ReportPanel {...ready} comparison={comparison} />
}

type ReadyProps = DownloadStatisticsProps & {
  readonly complete: ReadyStatistics
  readonly cross: CrossTable | null | undefined
  readonly money: MoneyStatistics | undefined
  readonly isMoneyMissing: boolean
  readonly leftOut: ReadonlySet<string>
  readonly setLeftOut: (leftOut: ReadonlySet<string>) => void
}

function ReportPanel({ comparison, ...props }: ReadyProps & { readonly comparison: Comparison }) {
  const { counted, complete } = useStatistics(props.form, comparison.filter)
  const ready = counted?.complete ?? complete
  return ready === undefined ? (
    <DownloadButtons busy={false} />
  ) : (
    <ReportReady {...props} compared={{ ...comparison, ready }} />
  )
}

function ReportReady({
  complete,
  template,
  search,
  days,
  cross,
  money,
  isMoneyMissing,
  leftOut,
  setLeftOut,
  compared,
}: ReadyProps & { readonly compared: ComparedStatistics | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const profile = useProfile()
  const parts = useReportParts(complete, compared, { cross, money, search })
  const [isChoosing, setChoosing] = useState(false)
  const chips = useActiveFilters({ ready: complete, complete, search })
  const { make, busy } = useReportDownload()
  const at = formats.dateTime(complete.at)
  const filters = [formatPeriod(days), ...chips.map(({ text }) => text)].join(' · ')
  // If the form is not on this device, only the name of the user's own municipality is known.
  const isOwn = complete.form.areas.some(({ path }) => getMunicipality(path) === profile?.municipality.path)
  const ownCity = isOwn ? (profile?.municipality.nombre ?? '') : ''
  const write = (format: ReportFormat, left: ReadonlySet<string>): void => {
    const isPaper = format === 'pdf'
    const all = parts.flatMap(({ groups }) => groups)
    const [printed, offered] = [all.filter(({ id }) => !left.has(id)).length, all.length]
    make({
      format,
      at: complete.at,
      title: complete.form.titulo,
      municipality: template?.municipioInfo.nombre ?? ownCity,
      lines: [
        t`Statistics`,
        filters,
        ...(compared === undefined ? [] : [t`Compared with ${compared.names.compared}`]),
        t`As of ${at}`,
        ...(complete.own ? [t`Your own answers only`] : []),
        ...(complete.masked ? [t`Counts are rounded down to multiples of 5; counts under 5 are shown as < 5`] : []),
        ...(isMoneyMissing ? [t`Without money, because it could not be loaded`] : []),
        ...(printed < offered ? [t`Chosen tables: ${printed} of ${offered}`] : []),
      ],
      parts: parts
        .map(({ title, groups }) => ({
          title,
          tables: groups
            .filter(({ id }) => !left.has(id))
            .flatMap(({ tables }) => tables(isPaper))
            .map((table) => (isPaper ? narrowTableForPrint(table, t`Percentage`) : table)),
        }))
        .filter(({ tables }) => tables.length > 0),
    })
  }
  return (
    <>
      <DownloadButtons
        busy={busy}
        take={(format) => (format === 'pdf' ? setChoosing(true) : write(format, new Set()))}
      />
      {isChoosing && (
        <LazyChooseQuestions
          parts={parts}
          leftOut={leftOut}
          onClose={() => setChoosing(false)}
          onChosen={(left) => {
            setLeftOut(left)
            setChoosing(false)
            write('pdf', left)
          }}
        />
      )}
    </>
  )
}

/**
 * Narrows a table to the width of paper, so that no word is broken. Joins shares to their counts if there are several
 * columns of shares, and removes the spaces in periods. @param share head of the columns with shares
 */
function narrowTableForPrint({ heads, rows, ...table }: ReportTable, share: string): ReportTable {
  const isJoined = heads.filter((head) => head === share).length > 1
  const isShare = (index: number): boolean => isJoined && heads[index] === share
  return {
    ...table,
    heads: heads.filter((_, index) => !isShare(index)).map((head) => head.replace(/(\d) – (\d)/, '$1–$2')),
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: cells.flatMap((cell, index) => {
        if (isShare(index)) return []
        const beside = isShare(index + 1) ? cells[index + 1] : undefined
        return beside === undefined || beside.text === '–' ? [cell] : [{ text: `${cell.text} (${beside.text})` }]
      }),
    })),
  }
}
