import { Trans, useLingui } from '@lingui/react/macro'
import { buildReference } from '#domain/codes/index.ts'
import { listHeld } from '#domain/jobs/index.ts'
import type { HeldAnswerListItem } from '#domain/answers/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  formatAuthor,
  EmptyState,
  mapToList,
  ListScreen,
  TextLink,
  useEndpointData,
  useFormats,
  useHeldReason,
  useListAddress,
  type Column,
} from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'
import { SupervisionTabs } from './parts.tsx'
import styles from './supervision.module.css'

/** /supervision/retenidas: answers held until a decision, oldest first. */
export function HeldListScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const reasonText = useHeldReason()
  const { search } = useListAddress()
  const [loadable, retry] = useEndpointData(listHeld, { page: search.pagina ?? 1 })
  const moment = (at: Instant) => <span className={styles['moment']}>{formats.dateTime(at)}</span>
  const columns: readonly Column<HeldAnswerListItem>[] = [
    {
      head: t`Reference`,
      key: 'reference',
      cell: ({ answer }) => (
        <TextLink
          data-opens
          to="/supervision/retenidas/$id"
          params={{ id: answer.id }}
          aria-label={t`Review ${buildReference(answer.id)}`}
        >
          <AnswerCode id={answer.id} code="" />
        </TextLink>
      ),
    },
    {
      head: t`Form`,
      key: 'form',
      by: ({ template }) => template.titulo,
      cell: ({ template }) => <FormTitle id={template.id} title={template.titulo} />,
    },
    {
      head: t`Reason`,
      key: 'reason',
      by: ({ reason }) => reasonText(reason),
      cell: ({ reason }) => reasonText(reason),
    },
    {
      head: t`Author`,
      key: 'author',
      by: ({ answer }) => formatAuthor(answer),
      cell: ({ answer }) => formatAuthor(answer),
    },
    {
      head: t`Saved on`,
      key: 'saved',
      by: ({ answer }) => answer.fechaCreacion,
      card: 'named',
      cell: ({ answer }) => moment(answer.fechaCreacion),
    },
    {
      head: t`Received on`,
      key: 'received',
      by: ({ at }) => at,
      card: 'named',
      cell: ({ at }) => moment(at),
    },
  ]
  return (
    <ListScreen
      title={t`Held answers`}
      subtitle={<Trans>These answers arrived complete but need your decision.</Trans>}
      above={<SupervisionTabs />}
      list={mapToList(loadable, ({ held, page, pageSize, total }) => ({
        items: held,
        page,
        pages: Math.ceil(total / pageSize),
      }))}
      retry={retry}
      label={t`Held answers`}
      name="held"
      columns={columns}
      keyOf={({ answer }) => answer.id}
      empty={<EmptyState title={<Trans>Nothing is waiting for a decision.</Trans>} />}
    />
  )
}
