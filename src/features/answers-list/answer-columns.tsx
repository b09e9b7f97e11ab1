import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { AnswerCode, DeliveryBadge, useFormats, type Column } from '#ui/index.ts'
import type { AnswerLine } from './answer-lines.ts'
import { AnswerLink, type Beside } from './answer-link.tsx'

/** @param beside where a chosen answer opens beside the list; without it each opens on a page of its own. @returns the columns that these lines need */
export function useAnswerColumns(lines: readonly AnswerLine[], beside?: Beside): readonly Column<AnswerLine>[] {
  const { t } = useLingui()
  const formats = useFormats()
  const columns: readonly (Column<AnswerLine> | false)[] = [
    {
      head: t`Code`,
      cell: ({ id, code }) => {
        const name = code === '' ? provisionalReference(id) : code
        return (
          <AnswerLink answer={id} beside={beside} aria-label={t`See answer ${name}`}>
            <AnswerCode id={id} code={code} />
          </AnswerLink>
        )
      },
    },
    lines.some(({ addressee }) => addressee !== '') && {
      head: t`Addressee`,
      cell: ({ addressee }) => (addressee === '' ? <Trans>No addressee</Trans> : addressee),
    },
    { head: t`Date and time`, cell: ({ at }) => formats.dateTime(at) },
    { head: t`Author`, cell: ({ author }) => author },
    lines.some(({ state }) => state !== null) && { head: t`State`, cell: ({ state }) => state ?? '–' },
    { head: t`Delivery`, card: 'side', cell: ({ delivery }) => <DeliveryBadge delivery={delivery} /> },
  ]
  return columns.filter((column) => column !== false)
}

export function keyOfLine({ id }: AnswerLine): string {
  return id
}
