import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { AnswerCode, DeliveryBadge, formatAccount, PaymentBadge, useFormats, type Column } from '#ui/index.ts'
import type { AnswerLine } from './answer-lines.ts'
import { AnswerLink, type Beside } from './answer-link.tsx'
import { nameOfLine } from './states/name-of-line.ts'
import { RowActs, type RowRights } from './row-acts.tsx'
import { SortHead, sortedBy, type Sorting } from './sort-head.tsx'
import { StateCell } from './states/state-cell.tsx'
import { ChoiceOf, ChoiceOfAll, type Choosing } from './states/use-chosen.tsx'
import styles from './answers-list.module.css'

type ColumnsFor = {
  /** where a chosen answer opens beside the list; without it each opens on a page of its own */
  readonly beside?: Beside | undefined
  /** missing: this person moves no answers from state to state, or not from here */
  readonly moving?: { readonly moved: () => void } | undefined
  /** missing: nothing is done with several at once here */
  readonly choosing?: Choosing | undefined
  /** missing: this person changes none, or not from here */
  readonly changing?: RowRights | undefined
  /** the list goes by the last change */
  readonly byChange?: boolean
  /** missing: the order of the lines is not chosen */
  readonly sorting?: Sorting | undefined
  /** of the form's own questions */
  readonly questions?: readonly Column<AnswerLine>[]
}

/** @returns the columns that these lines need. How an answer travels is shown only while it has not arrived. */
export function useAnswerColumns(
  lines: readonly AnswerLine[],
  { beside, moving, choosing, changing, byChange = false, sorting, questions = [] }: ColumnsFor = {},
): readonly Column<AnswerLine>[] {
  const { t } = useLingui()
  const formats = useFormats()
  const sorts = (by: '' | 'cambio', head: ReactNode): Pick<Column<AnswerLine>, 'turner' | 'sorted'> =>
    sorting === undefined
      ? {}
      : {
          turner: (
            <SortHead {...sorting} by={by}>
              {head}
            </SortHead>
          ),
          sorted: sortedBy(sorting, by),
        }
  const columns: readonly (Column<AnswerLine> | false)[] = [
    {
      head: t`Code`,
      ...(choosing !== undefined && {
        turner: (
          <span className="r-beside r-gap-4">
            <ChoiceOfAll choosing={choosing} />
            <Trans>Code</Trans>
          </span>
        ),
      }),
      cell: (line) => {
        const { id, code } = line
        const name = nameOfLine(line)
        return (
          <span className="r-beside r-gap-4">
            {choosing !== undefined && <ChoiceOf line={line} choosing={choosing} />}
            <span className={`r-yields ${styles['named']}`}>
              {line.name !== '' && <span className={`r-breaks ${styles['name']}`}>{line.name}</span>}
              <AnswerLink answer={id} beside={beside} aria-label={t`See answer ${name}`}>
                <AnswerCode id={id} code={code} />
              </AnswerLink>
            </span>
          </span>
        )
      },
    },
    // Where the name is the recipient's, it is said once.
    lines.some(({ addressee, name }) => addressee !== '' && addressee !== name) && {
      head: t`Recipient`,
      cell: ({ addressee }) => (addressee === '' ? <Trans>No recipient</Trans> : addressee),
    },
    { head: t`Date and time`, ...sorts('', <Trans>Date and time</Trans>), cell: ({ at }) => formats.dateTime(at) },
    byChange && {
      head: t`Last change`,
      ...sorts('cambio', <Trans>Last change</Trans>),
      card: 'named',
      cell: ({ updatedAt }) => formats.dateTime(updatedAt),
    },
    { head: t`Author`, cell: ({ author }) => formatAccount(author) },
    ...questions,
    lines.some(({ state }) => state !== null) && {
      head: t`State`,
      cell: (line) => (
        <StateCell line={line} mayMove={moving !== undefined} moved={moving?.moved ?? (() => undefined)} />
      ),
    },
    lines.some(({ payment }) => payment !== null) && {
      head: t`Payment`,
      cell: ({ payment }) => payment !== null && <PaymentBadge status={payment} />,
    },
    lines.some(isUnderway) && {
      head: t`Delivery`,
      card: 'side',
      cell: (line) => isUnderway(line) && <DeliveryBadge delivery={line.delivery} />,
    },
    changing !== undefined && {
      head: t`Change`,
      cell: (line) => <RowActs line={line} rights={changing} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** What has arrived needs no words. */
function isUnderway({ delivery }: AnswerLine): boolean {
  return delivery !== undefined && delivery.kind !== 'received'
}

export function keyOfLine({ id }: AnswerLine): string {
  return id
}
