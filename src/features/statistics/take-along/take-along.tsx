import type { FormTemplate } from '#domain/templates/index.ts'
import { municipalityOf, type TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { useFormats, useProfile } from '#ui/index.ts'
import { useLingui } from '@lingui/react/macro'
import type { Days, StatisticsSearch } from '../address.ts'
import { useActiveFilters } from '../parts/chips.tsx'
import { useComparison, formatPeriod, type Comparison } from '../parts/compare.tsx'
import { useStatistics, type StatisticsNarrowing } from '../use-statistics.ts'
import { DownloadButtons } from './take-buttons.tsx'
import { useReportTables, type ComparedStatistics } from './use-tables.ts'
import { useReportFile } from './use-report-file.ts'

type DownloadStatisticsProps = {
  readonly form: TemplateId
  readonly filter: StatisticsNarrowing
  /** the form, if it is on this device; null: it is not */
  readonly template: FormTemplate | null | undefined
  /** all figures; undefined while loading */
  readonly whole: ReadyStatistics | undefined
  readonly search: StatisticsSearch
  readonly days: Partial<Days>
}

/** Buttons that download the page, with its comparison, as a PDF or a workbook. */
export function DownloadStatistics(props: DownloadStatisticsProps) {
  const { whole, search, days, filter } = props
  const comparison = useComparison(whole, search, days, filter)
  if (whole === undefined) return <DownloadButtons busy={false} />
  if (comparison === undefined) return <ReportReady {...props} whole={whole} compared={undefined} />
  return <ReportPanel {...props} whole={whole} comparison={comparison} />
}

type ReadyProps = DownloadStatisticsProps & { readonly whole: ReadyStatistics }

function ReportPanel({ comparison, ...props }: ReadyProps & { readonly comparison: Comparison }) {
  const { counted, whole } = useStatistics(props.form, comparison.filter)
  const ready = counted?.whole ?? whole
  return ready === undefined ? (
    <DownloadButtons busy={false} />
  ) : (
    <ReportReady {...props} compared={{ ready, names: comparison.names }} />
  )
}

function ReportReady({
  whole,
  template,
  search,
  days,
  compared,
}: ReadyProps & { readonly compared: ComparedStatistics | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const profile = useProfile()
  const tables = useReportTables(whole, compared)
  const chips = useActiveFilters({ ready: whole, whole, search })
  const { make, busy } = useReportFile()
  const at = formats.dateTime(whole.at)
  const filters = [formatPeriod(days), ...chips.map(({ text }) => text)].join(' · ')
  // The name of the municipality is only known if it is the user's own.
  const isOwn = whole.form.areas.some(({ path }) => municipalityOf(path) === profile?.municipality.path)
  const ownCity = isOwn ? (profile?.municipality.nombre ?? '') : ''
  return (
    <DownloadButtons
      busy={busy}
      take={(format) =>
        make({
          format,
          at: whole.at,
          title: whole.form.titulo,
          municipality: template?.municipioInfo.nombre ?? ownCity,
          lines: [
            t`Statistics`,
            filters,
            ...(compared === undefined ? [] : [t`Compared with ${compared.names.compared}`]),
            t`As of ${at}`,
            ...(whole.own ? [t`Your own answers only`] : []),
            ...(whole.masked ? [t`Counts are rounded down to multiples of 5; counts under 5 are shown as < 5`] : []),
          ],
          parts: tables(),
        })
      }
    />
  )
}
