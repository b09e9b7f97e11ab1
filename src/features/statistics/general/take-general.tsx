import { useLingui } from '@lingui/react/macro'
import type { GeneralStatistics } from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import { TakeButtons } from '../take-along/take-buttons.tsx'
import { useReportFile } from '../take-along/use-report-file.ts'
import { monthText } from './months.ts'
import { useColumns } from './use-columns.tsx'

/** General statistics as a PDF and as a workbook. */
export function TakeGeneral({ told }: { readonly told: GeneralStatistics }) {
  const { t } = useLingui()
  const formats = useFormats()
  const columns = useColumns(told)
  const { make, busy } = useReportFile()
  const at = formats.dateTime(told.at)
  const most = Math.max(1, ...told.months.map(({ answers }) => answers))
  const month = monthText(told.month)
  const [only, ...others] = told.municipalities
  return (
    <TakeButtons
      busy={busy}
      take={(format) =>
        make({
          format,
          at: told.at,
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
                  rows: told.municipalities.map((municipality) => ({
                    cells: columns.map(({ text }) => cellOf(text(municipality))),
                  })),
                },
              ],
            },
            {
              title: t`By month`,
              tables: [
                {
                  title: t`Answers received by month`,
                  notes: [],
                  heads: [t`Month`, t`Answers`],
                  rows: told.months.map(({ month: of, answers }) => ({
                    cells: [{ text: monthText(of) }, { text: formats.number(answers), value: answers }],
                    bar: answers / most,
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

/** Whole numbers can be added up in a workbook. */
function cellOf(text: string): { readonly text: string; readonly value?: number } {
  return /^\d+$/.test(text) ? { text, value: Number(text) } : { text }
}
