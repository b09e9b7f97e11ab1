import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import { useLingui } from '@lingui/react/macro'
import type { Days, StatisticsSearch } from '../address.ts'
import { useChips } from '../parts/chips.tsx'
import { written } from '../parts/compare.tsx'
import { TakeButtons } from './take-buttons.tsx'
import { useTables } from './use-tables.ts'
import { useReportFile } from './use-report-file.ts'

type TakeAlongProps = {
  /** all figures; undefined while they are on their way */
  readonly whole: ReadyStatistics | undefined
  readonly search: StatisticsSearch
  readonly days: Partial<Days>
}

/** The page as a PDF and as a workbook. */
export function TakeAlong({ whole, search, days }: TakeAlongProps) {
  return whole === undefined ? <TakeButtons busy={false} /> : <Ready whole={whole} search={search} days={days} />
}

function Ready({ whole, search, days }: TakeAlongProps & { readonly whole: ReadyStatistics }) {
  const { t } = useLingui()
  const formats = useFormats()
  const tables = useTables(whole)
  const chips = useChips({ ready: whole, whole, search })
  const { make, busy } = useReportFile()
  const at = formats.dateTime(whole.at)
  const filters = [written(days), ...chips.map(({ text }) => text)].join(' · ')
  return (
    <TakeButtons
      busy={busy}
      take={(format) =>
        make({
          format,
          at: whole.at,
          title: whole.form.titulo,
          lines: [
            t`Statistics`,
            filters,
            t`As of ${at}`,
            ...(whole.own ? [t`Only of your own answers`] : []),
            ...(whole.masked ? [t`Counts are rounded down to steps of 5; those under 5 are shown as < 5`] : []),
          ],
          parts: tables(),
        })
      }
    />
  )
}
