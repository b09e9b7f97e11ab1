import { useLingui } from '@lingui/react/macro'
import type { GeneralStatistics } from '#domain/statistics/index.ts'
import { useFormats, type Column } from '#ui/index.ts'
import { useDuration } from '../parts/use-duration.ts'

export type Municipality = GeneralStatistics['municipalities'][number]

/** The specified columns; "response monitoring": how many came, how that changed, how long they take, how many wait. */
export function useColumns(
  _: GeneralStatistics,
): readonly (Column<Municipality> & { readonly text: (of: Municipality) => string })[] {
  const { t } = useLingui()
  const formats = useFormats()
  const duration = useDuration()
  const change = useChange()
  const column = (head: string, text: (of: Municipality) => string) => ({
    head,
    text,
    cell: text,
    card: 'named' as const,
  })
  return [
    column(t`Municipality`, ({ nombre }) => nombre),
    column(t`Number of forms`, ({ forms }) => formats.number(forms)),
    column(t`Answers in the month`, ({ answers }) => formats.number(answers)),
    column(t({ message: 'Change', context: 'difference' }), change),
    column(t`Until received`, ({ untilReceived }) => (untilReceived === null ? '–' : duration(untilReceived))),
    column(t`Waiting for a decision`, ({ waiting }) => formats.number(waiting)),
    column(t`Last update`, ({ lastUpdate }) => (lastUpdate === null ? '–' : formats.dateTime(lastUpdate))),
  ]
}

/** Against the month before. */
function useChange(): (of: Municipality) => string {
  const { i18n } = useLingui()
  return ({ answers, before }) =>
    before === 0
      ? '–'
      : i18n.number(answers / before - 1, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
}
