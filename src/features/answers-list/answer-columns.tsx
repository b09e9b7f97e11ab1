import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChecklist, IconPencil } from '@tabler/icons-react'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode, ComponentProps } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  DeliveryBadge,
  formatAccount,
  LazyPaymentBadge,
  useFormats,
  TextLink,
  LinkButton,
  type Column,
} from '#ui/index.ts'
import type { AnswerLine } from './answer-lines.ts'
import { openedFromState } from './close-answer.ts'
import type { ListFilters } from './filters/list-filters.ts'
import { LIST_ROUTE } from './list-address.ts'
import { formatLineName } from './states/name-of-line.ts'
import { StateCell } from './states/state-cell.tsx'
import { AnswerCheckbox, AllAnswersCheckbox, isSelectable, type AnswerSelection } from './states/use-chosen.tsx'
import styles from './answers-list.module.css'

type ColumnsFor = {
  /** opens answers beside the list; missing: each opens as a page */
  readonly beside?: Beside | undefined
  /** missing: states cannot be changed by this user or in this list */
  readonly moving?: { readonly moved: () => void } | undefined
  /** missing: answers cannot be selected in this list */
  readonly choosing?: AnswerSelection | undefined
  /** missing: answers cannot be edited by this user or in this list */
  readonly changing?: RowRights | undefined
  /** the list is ordered by last change */
  readonly byChange?: boolean
  /** missing: the order is fixed */
  readonly sorting?: Sorting | undefined
  /** columns for the form's questions */
  readonly questions?: readonly Column<AnswerLine>[]
}

/** @returns the columns needed for these lines. The delivery column is omitted once all lines are received. */
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
          sorted: ariaSortFor(sorting, by),
        }
  const columns: readonly (Column<AnswerLine> | false)[] = [
    {
      head: t`Answer`,
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
    // Hidden if every recipient is already shown as the name.
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
      cell: ({ payment }) => payment !== null && <LazyPaymentBadge status={payment} />,
    },
    lines.some(isUnderway) && {
      head: t({ message: 'Sync', context: 'delivery' }),
      card: 'side',
      cell: (line) => isUnderway(line) && <DeliveryBadge delivery={line.delivery} />,
    },
    changing !== undefined && {
      head: t`Actions`,
      cell: (line) => <RowActions line={line} rights={changing} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Whether the delivery status is worth showing: the answer is not received yet. */
function isUnderway({ delivery }: AnswerLine): boolean {
  return delivery !== undefined && delivery.kind !== 'received'
}

export function lineKey({ id }: AnswerLine): string {
  return id
}

/** Sort order of a list, and how to change it. */
type Sorting = {
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

type SortHeadProps = Sorting & {
  /** value in the URL */
  readonly by: '' | 'cambio'
  readonly children: ReactNode
}

/** The direction if the list is sorted by this column. */
function ariaSortFor({ search }: Sorting, by: SortHeadProps['by']): 'ascending' | 'descending' | undefined {
  if ((search.por ?? '') !== by) return undefined
  return search.orden === 'viejas' ? 'ascending' : 'descending'
}

/** A header that sorts by a date: newest first, then oldest first. The server sorts only by dates. */
function SortHead({ search, change, by, children }: SortHeadProps) {
  const sorted = ariaSortFor({ search, change }, by)
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={`r-middle ${styles['sorts']}`}
      onClick={() => change({ por: by, orden: sorted === 'descending' ? 'viejas' : '' })}
    >
      {children}
      {sorted !== undefined && <Arrow size={16} aria-hidden="true" />}
    </UnstyledButton>
  )
}

/** The form of a list, and the answer open beside it. */
type Beside = { readonly form: TemplateId; readonly chosen: string | undefined }

type AnswerLinkProps = Omit<ComponentProps<typeof TextLink>, 'to' | 'params' | 'search'> & {
  readonly answer: AnswerId
  readonly beside: Beside | undefined
}

/** Link to an answer: beside the list, keeping its page and filters, or as a page. */
function AnswerLink({ answer, beside, ...look }: AnswerLinkProps) {
  if (beside === undefined) return <TextLink {...look} data-opens to="/ver/$id" params={{ id: answer }} />
  return <BesideLink {...look} answer={answer} beside={beside} />
}

function BesideLink({ answer, beside: { form, chosen }, ...look }: AnswerLinkProps & { readonly beside: Beside }) {
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
      state={chosen === undefined ? openedFromState(router, { id: form, search }) : true}
      resetScroll={false}
      data-answer={answer}
    />
  )
}

/** Actions on answers that the user's role allows. */
type RowRights = { readonly correct: boolean; readonly complete: boolean }

/** Links to correct and complete an unpaid answer (part 3, point 2). The linked screens report other locks. */
function RowActions({ line, rights }: { readonly line: AnswerLine; readonly rights: RowRights }) {
  const { t } = useLingui()
  if (!isSelectable(line)) return null
  const { id, payment, isComplete } = line
  if (payment !== null) return null
  const name = formatLineName(line)
  return (
    <span className={styles['actions']}>
      {rights.correct && (
        <LinkButton
          to="/correctForm/$id"
          params={{ id }}
          variant="subtle"
          aria-label={t`Edit answer ${name}`}
          leftSection={<IconPencil size={18} aria-hidden="true" />}
        >
          <Trans context="answer">Edit</Trans>
        </LinkButton>
      )}
      {rights.complete && !isComplete && (
        <LinkButton
          to="/respuestas/actualizar/$id"
          params={{ id }}
          variant="subtle"
          aria-label={t`Fill in missing answers of ${name}`}
          leftSection={<IconChecklist size={18} aria-hidden="true" />}
        >
          <Trans>Fill in</Trans>
        </LinkButton>
      )}
    </span>
  )
}
