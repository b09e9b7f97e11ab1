import { useRouter, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  DeliveryBadge,
  formatAccount,
  LazyPaymentBadge,
  RowMenu,
  useFormats,
  TextLink,
  type Column,
} from '#ui/index.ts'
import type { AnswerTableRow } from './answer-lines.ts'
import { buildOpenedFromState } from './close-answer.ts'
import type { ListFilters } from './filters/list-filters.ts'
import { LIST_ROUTE } from './list-address.ts'
import { formatLineName } from './states/name-of-line.ts'
import { StateCell, type RowDecisions } from './states/state-cell.tsx'
import { AnswerCheckbox, AllAnswersCheckbox, isSelectableAnswer, type AnswerSelection } from './states/use-chosen.tsx'
import styles from './answers-list.module.css'

type ColumnsFor = {
  /** opens answers beside the list; if missing, every answer opens as a page */
  readonly beside?: OpenListedAnswer | undefined
  /** state changes in the rows; missing if this user or list cannot change states */
  readonly moving?: RowDecisions | undefined
  /** selection of answers; missing if this list has none */
  readonly choosing?: AnswerSelection | undefined
  /** rights of the user; missing if answers cannot be edited in this list */
  readonly changing?: RowRights | undefined
  /** whether the list is ordered by last change */
  readonly byChange?: boolean
  /** whether all answers of the list are on this device, so that this device can sort them */
  readonly isWhole?: boolean
  /** sort order of the server; missing if it is fixed */
  readonly sorting?: Sorting | undefined
  /** columns for the form's questions */
  readonly questions?: readonly Column<AnswerTableRow>[]
}

/** @returns the columns needed for these lines. The delivery column is omitted once all lines are received. */
export function useAnswerColumns(
  lines: readonly AnswerTableRow[],
  { beside, moving, choosing, changing, byChange = false, isWhole = false, sorting, questions = [] }: ColumnsFor = {},
): readonly Column<AnswerTableRow>[] {
  const { t } = useLingui()
  const formats = useFormats()
  const sorts = (value: '' | 'cambio'): Pick<Column<AnswerTableRow>, 'sort' | 'sorted'> =>
    sorting === undefined ? {} : sortByDate(sorting, value)
  const by = (value: (line: AnswerTableRow) => string): Pick<Column<AnswerTableRow>, 'by'> =>
    isWhole ? { by: value } : {}
  const columns: readonly (Column<AnswerTableRow> | false)[] = [
    {
      head: t`Answer`,
      key: 'code',
      ...by(({ name, code }) => name || code),
      ...(choosing !== undefined && {
        turner: (
          <span className="r-beside r-gap-4">
            <AllAnswersCheckbox choosing={choosing} />
            <Trans>Answer</Trans>
          </span>
        ),
      }),
      cell: (line) => {
        const { id, code } = line
        const name = formatLineName(line)
        return (
          <span className="r-beside r-gap-4">
            {choosing !== undefined && <AnswerCheckbox line={line} choosing={choosing} />}
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
    // Omitted if every recipient is already shown as the name.
    lines.some(({ addressee, name }) => addressee !== '' && addressee !== name) && {
      head: t`Recipient`,
      key: 'recipient',
      ...by(({ addressee }) => addressee),
      cell: ({ addressee }) => (addressee === '' ? <Trans>No recipient</Trans> : addressee),
    },
    { head: t`Date and time`, key: 'at', ...by(({ at }) => at), ...sorts(''), cell: ({ at }) => formats.dateTime(at) },
    byChange && {
      head: t`Last change`,
      key: 'change',
      ...sorts('cambio'),
      card: 'named',
      cell: ({ updatedAt }) => formats.dateTime(updatedAt),
    },
    {
      head: t`Author`,
      key: 'author',
      ...by(({ author }) => formatAccount(author)),
      cell: ({ author }) => formatAccount(author),
    },
    ...questions,
    lines.some(({ state }) => state !== null) && {
      head: t`State`,
      key: 'state',
      ...by(({ state }) => state ?? ''),
      cell: (line) => <StateCell line={line} decisions={moving} />,
    },
    lines.some(({ payment }) => payment !== null) && {
      head: t`Payment`,
      key: 'payment',
      cell: ({ payment, refunded }) => payment !== null && <LazyPaymentBadge status={payment} refunded={refunded} />,
    },
    lines.some(isUnderway) && {
      head: t`Delivery`,
      key: 'delivery',
      card: 'side',
      cell: (line) => isUnderway(line) && <DeliveryBadge delivery={line.delivery} />,
    },
    changing !== undefined && {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (line) => <RowActions line={line} rights={changing} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Whether the delivery status has to be shown, because the server has not received the answer yet. */
function isUnderway({ delivery }: AnswerTableRow): boolean {
  return delivery !== undefined && delivery.kind !== 'received'
}

export function getLineKey({ id }: AnswerTableRow): string {
  return id
}

/** Sort order of a list, and how to change it. */
type Sorting = {
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/**
 * Sorts by a date on the server, first with the newest answers on top, then with the oldest. @param by value in the URL
 */
function sortByDate({ search, change }: Sorting, by: '' | 'cambio'): Pick<Column<AnswerTableRow>, 'sort' | 'sorted'> {
  const direction = search.orden === 'viejas' ? 'ascending' : 'descending'
  const sorted = (search.por ?? '') === by ? direction : undefined
  return { sorted, sort: () => change({ por: by, orden: sorted === 'descending' ? 'viejas' : '' }) }
}

/** The form of a list, and the answer open beside it. */
type OpenListedAnswer = { readonly form: TemplateId; readonly chosen: string | undefined }

type AnswerLinkProps = Omit<ComponentProps<typeof TextLink>, 'to' | 'params' | 'search'> & {
  readonly answer: AnswerId
  readonly beside: OpenListedAnswer | undefined
}

/** Link to an answer, which opens beside the list, keeping its page and filters, or as a page. */
function AnswerLink({ answer, beside, ...look }: AnswerLinkProps) {
  if (beside === undefined) return <TextLink {...look} data-opens to="/ver/$id" params={{ id: answer }} />
  return <BesideLink {...look} answer={answer} beside={beside} />
}

function BesideLink({
  answer,
  beside: { form, chosen },
  ...look
}: AnswerLinkProps & { readonly beside: OpenListedAnswer }) {
  const router = useRouter()
  const search = useSearch({ from: LIST_ROUTE })
  return (
    <TextLink
      {...look}
      data-opens
      to={LIST_ROUTE}
      params={{ id: form, respuesta: answer }}
      search={search}
      // Opening another answer replaces the history entry, so that "back" returns to the list.
      replace={chosen !== undefined}
      state={chosen === undefined ? buildOpenedFromState(router, { id: form, search }) : true}
      resetScroll={false}
      data-answer={answer}
    />
  )
}

/** Actions on answers that the user's role allows. */
type RowRights = { readonly correct: boolean; readonly complete: boolean }

/** Links to correct and complete an answer without payment (part 3, point 2). Linked screens report other locks. */
function RowActions({ line, rights }: { readonly line: AnswerTableRow; readonly rights: RowRights }) {
  const { t } = useLingui()
  const router = useRouter()
  if (!isSelectableAnswer(line)) return null
  const { id, payment, isComplete } = line
  const actions = [
    rights.correct && {
      name: t({ message: 'Edit', context: 'answer' }),
      onClick: () => void router.navigate({ to: '/correctForm/$id', params: { id } }),
    },
    rights.complete &&
      !isComplete && {
        name: t`Fill in`,
        onClick: () => void router.navigate({ to: '/respuestas/actualizar/$id', params: { id } }),
      },
  ].filter((action) => action !== false)
  return payment === null && actions.length > 0 && <RowMenu row={formatLineName(line)} actions={actions} />
}
