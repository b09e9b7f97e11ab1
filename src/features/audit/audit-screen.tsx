import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { listAudit, type AuditEntry } from '#domain/audit/index.ts'
import {
  AdministrationParts,
  EmptyState,
  listOf,
  ListScreen,
  useAsked,
  useCan,
  useFormats,
  useListAddress,
  wholeList,
  type Column,
} from '#ui/index.ts'
import { ActAuthor } from './act-author.tsx'
import { ActTarget } from './act-target.tsx'
import { AuditFilters, type AuditFilter } from './audit-filters.tsx'
import { ExportLog } from './export-log.tsx'
import { Retention } from './retention.tsx'
import { soughtOf } from './sought-of.ts'
import { useActNames } from './use-act-names.ts'
import { useDetailsText } from './use-details-text.ts'
import { VerifyChain } from './verify-chain.tsx'
import styles from './audit.module.css'

/** /auditoria: who did what to which document, when and from where; the newest first. */
export function AuditScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useActNames()
  const detailsText = useDetailsText()
  const can = useCan()
  const { search, filter } = useListAddress<AuditFilter>()
  const [asked, again] = useAsked(listAudit, soughtOf(search))
  const here = asked.kind === 'here' ? asked.value : undefined
  const columns: readonly Column<AuditEntry>[] = [
    { head: t`When`, cell: ({ at }) => <span className={styles['when']}>{formats.dateTime(at)}</span> },
    { head: t`Who`, card: 'side', cell: (entry) => <ActAuthor entry={entry} names={here?.names ?? {}} /> },
    { head: t`Act`, cell: ({ action }) => <strong>{names[action]}</strong> },
    { head: t`Document`, cell: (entry) => <ActTarget entry={entry} names={here?.names ?? {}} /> },
    { head: t`More`, cell: ({ details }) => detailsText(details) },
    { head: t`Network address`, card: 'named', cell: ({ from }) => from },
    { head: t`Number`, card: 'named', cell: ({ number }) => <span className="r-code">{Number(number)}</span> },
  ]
  const next = here?.next ?? null
  const isFiltered = Object.values(soughtOf(search)).some((value) => value !== undefined)
  return (
    <ListScreen
      title={t`Audit log`}
      subtitle={
        <Trans>
          Administrative acts; sign-ins of those who administer users; people's data that was exported, sent by e-mail,
          looked up, read by another system, or taken as a PDF of several answers. Not noted: other sign-ins, the PDF of
          one answer, what the public downloads. Nothing here can be changed.
        </Trans>
      }
      actions={<ExportLog sought={soughtOf(search)} />}
      above={
        <>
          <AdministrationParts />
          {can('manage', 'usuario') && (
            <div className="r-row r-gap-12 r-middle">
              <VerifyChain />
              {here !== undefined && here.keepDays !== null && <Retention days={here.keepDays} />}
            </div>
          )}
        </>
      }
      filters={<AuditFilters filter={search} change={filter} />}
      list={listOf(asked, ({ entries }) => wholeList(entries))}
      again={again}
      label={t`Audit log`}
      columns={columns}
      keyOf={({ number }) => number}
      empty={
        <EmptyState
          title={isFiltered ? <Trans>Nothing was found.</Trans> : <Trans>No act has been noted yet.</Trans>}
        />
      }
      foot={
        (next !== null || search.antes !== undefined) && (
          <div className="r-row r-gap-12 r-middle">
            <Button variant="default" disabled={search.antes === undefined} onClick={() => filter({ antes: '' })}>
              <Trans>Newest</Trans>
            </Button>
            <Button variant="default" disabled={next === null} onClick={() => filter({ antes: next ?? '' })}>
              <Trans>Older</Trans>
            </Button>
          </div>
        )
      }
    />
  )
}
