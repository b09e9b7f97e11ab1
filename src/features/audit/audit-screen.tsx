import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import {
  listAudit,
  auditActionSchema,
  auditNumberSchema,
  exportAudit,
  AUDIT_ACTIONS,
  setAuditRetention,
  type AuditEntry,
} from '#domain/audit/index.ts'
import { toProblem, type InputOf, type RequestFailure } from '#domain/endpoints/index.ts'
import { toInstant, refuse, ok, AUDIT_DAYS, type Instant, type Result } from '#domain/kernel/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  mapToList,
  FilterBar,
  ListScreen,
  useEndpointData,
  useCan,
  useFormats,
  useListAddress,
  toListedPage,
  downloadFile,
  notify,
  useEndpointCall,
  useProblemText,
  LazyDayField,
  LinkButton,
  lazyPart,
  FormDialog,
  useFailureText,
  type Column,
  Fold,
} from '#ui/index.ts'
import { ActionDetails } from './act-details.tsx'
import { ActionAuthor, ActionTarget } from './act-target.tsx'
import { getActionSubject, useActionGroups, useActionNames } from './use-act-names.ts'
import { AuditChainCheck } from './verify-chain.tsx'

const LazyPrivacyScreen = lazyPart(() => import('./privacy/privacy-screen.tsx').then((module) => module.PrivacyScreen))

/** /auditoria: the audit log, or with #persona the search, export and erasure of a person's data. */
export function AuditScreen() {
  const hash = useLocation({ select: (location) => location.hash })
  return hash === PERSON_HASH ? <LazyPrivacyScreen /> : <AuditLog />
}
const PERSON_HASH = 'persona'

/** The audit log, latest entries first. */
function AuditLog() {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useActionNames()
  const can = useCan()
  const { search, filter } = useListAddress<AuditFilter>()
  const [loadable, retry] = useEndpointData(listAudit, toAuditQuery(search))
  const here = loadable.kind === 'here' ? loadable.value : undefined
  const columns: readonly Column<AuditEntry>[] = [
    { head: t`Date and time`, cell: ({ at }) => <span style={{ whiteSpace: 'nowrap' }}>{formats.dateTime(at)}</span> },
    { head: t`User`, card: 'side', cell: (entry) => <ActionAuthor entry={entry} names={here?.names ?? {}} /> },
    { head: t`Action`, key: 'action', cell: ({ action }) => names[action] },
    { head: t`Affected item`, key: 'item', cell: (entry) => <ActionTarget entry={entry} names={here?.names ?? {}} /> },
    { head: t`Details`, key: 'details', cell: ({ details }) => <ActionDetails details={details} /> },
    { head: t`IP address`, key: 'from', card: 'named', cell: ({ from }) => from },
    { head: t`Entry no.`, key: 'number', card: 'named', figures: true, cell: ({ number }) => Number(number) },
  ]
  const next = here?.next ?? null
  const isFiltered = Object.values(toAuditQuery(search)).some((value) => value !== undefined)
  return (
    <ListScreen
      title={t`Audit log`}
      subtitle={<Trans>Shows who did what. Entries do not include the content of answers and cannot be changed.</Trans>}
      actions={
        <>
          <LinkButton to="/auditoria" hash={PERSON_HASH} variant="default">
            <Trans>Find or erase personal data</Trans>
          </LinkButton>
          <ExportLog search={toAuditQuery(search)} />
        </>
      }
      above={
        <>
          <AdministrationTabs />
          <Fold className="r-soft" title={<Trans>What is recorded</Trans>}>
            <p className="r-measure">
              <Trans>
                Administrative actions, changes to answers and their states, payments and refunds, and sign-ins by users
                who manage other users. Also recorded: each time personal data is exported, e-mailed, looked up, read by
                another system, or downloaded as a PDF of several answers. Other sign-ins, PDFs of one answer and public
                downloads are not recorded.
              </Trans>
            </p>
          </Fold>
          {can('manage', 'usuario') && (
            <Group gap="sm">
              <AuditChainCheck />
              {here !== undefined && here.keepDays !== null && <RetentionSettings days={here.keepDays} />}
            </Group>
          )}
        </>
      }
      filters={<AuditFilters filter={search} change={filter} />}
      list={mapToList(loadable, ({ entries }) => toListedPage(entries))}
      retry={retry}
      label={t`Audit log`}
      name="audit"
      columns={columns}
      keyOf={({ number }) => number}
      empty={
        <EmptyState
          title={isFiltered ? <Trans>No results found</Trans> : <Trans>No actions have been recorded yet.</Trans>}
        />
      }
      foot={
        (next !== null || search.antes !== undefined) && (
          <Group gap="sm">
            <Button variant="default" disabled={search.antes === undefined} onClick={() => filter({ antes: '' })}>
              <Trans>Newest</Trans>
            </Button>
            <Button variant="default" disabled={next === null} onClick={() => filter({ antes: next ?? '' })}>
              <Trans>Older</Trans>
            </Button>
          </Group>
        )
      }
    />
  )
}

/** Query parameters for the server, without invalid values from the URL. */
function toAuditQuery({ usuario, acto, desde, hasta, antes }: AuditFilter): InputOf<typeof listAudit> {
  return {
    username: usuario === '' ? undefined : usuario,
    action: auditActionSchema.safeParse(acto).data,
    from: parseLocalMoment(desde, '00:00:00.000'),
    to: parseLocalMoment(hasta, '23:59:59.999'),
    before: auditNumberSchema.safeParse(antes).data,
  }
}

/** Converts a day to an instant, in the user's time zone like the times in the list. */
function parseLocalMoment(day: string | undefined, time: string): Instant | undefined {
  const moment = Date.parse(`${day ?? ''}T${time}`)
  return Number.isNaN(moment) ? undefined : toInstant(moment)
}

type AuditSearch = InputOf<typeof listAudit>

/** Exports the filtered log as a CSV file. A failure creates no file. The server logs the export. */
function ExportLog({ search }: { readonly search: AuditSearch }) {
  const { act } = useEndpointCall(exportAudit)
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)

  async function taken(): Promise<Result<readonly AuditEntry[]>> {
    const entries: AuditEntry[] = []
    for (let page: AuditSearch = { ...search, before: undefined }; ;) {
      const outcome = await act({ body: { sought: page } })
      if (outcome.kind !== 'ok') return { ok: false, problem: toProblem(outcome) }
      entries.push(...outcome.value.entries)
      if (outcome.value.next === null) return ok(entries)
      page = { ...page, before: outcome.value.next }
    }
  }

  async function run(): Promise<void> {
    setBusy(true)
    const entries = await taken()
    const writer = await import('#documents/index.ts').catch(() => null)
    const result = entries.ok && writer === null ? refuse('network.unreachable') : entries
    if (!result.ok) notify({ tone: 'attention', text: problemText(result.problem) })
    else if (writer !== null)
      downloadFile(writer.writeAuditCsv(result.value), 'auditoria.csv', 'text/csv;charset=utf-8')
    setBusy(false)
  }

  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      <Trans>Export</Trans>
    </Button>
  )
}

/** URL parameters. */
type AuditFilter = {
  readonly usuario?: string
  readonly acto?: string
  /** `2026-11-20` */
  readonly desde?: string
  readonly hasta?: string
  /** only entries before this number */
  readonly antes?: string
}

type AuditFiltersProps = {
  readonly filter: AuditFilter
  readonly change: (change: AuditFilter) => void
}

function AuditFilters({ filter, change }: AuditFiltersProps) {
  const { t } = useLingui()
  const names = useActionNames()
  const groups = useActionGroups()
  const acts = [...Map.groupBy(AUDIT_ACTIONS, (act) => groups[getActionSubject(act)])].map(([group, actions]) => ({
    group,
    items: actions
      .map((action) => ({ value: action, label: names[action] }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  }))
  return (
    <FilterBar
      search={
        <TextInput
          type="search"
          label={t`Username`}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={filter.usuario ?? ''}
          onChange={(event) => change({ usuario: event.currentTarget.value.trim() })}
        />
      }
      count={[filter.acto, filter.desde, filter.hasta].filter(Boolean).length}
    >
      <NativeSelect
        label={t`Action`}
        value={filter.acto ?? ''}
        onChange={(event) => change({ acto: event.currentTarget.value })}
        data={[{ value: '', label: t`All actions` }, ...acts.sort((a, b) => a.group.localeCompare(b.group))]}
      />
      <LazyDayField label={t`From`} value={filter.desde ?? ''} onChange={(desde) => change({ desde })} />
      <LazyDayField label={t`To`} value={filter.hasta ?? ''} onChange={(hasta) => change({ hasta })} />
    </FilterBar>
  )
}

/** Shows and changes how long entries are kept. @param days the current setting */
export function RetentionSettings({ days }: { readonly days: number }) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(setAuditRetention)
  const failureText = useFailureText()
  const [typed, setTyped] = useState<string | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const wanted = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : Number.NaN
  const fits = wanted >= AUDIT_DAYS.least && wanted <= AUDIT_DAYS.most

  function goToPage(next: string | null): void {
    setFailure(null)
    setTyped(next)
  }

  async function keep(): Promise<void> {
    setFailure(null)
    const outcome = await act({ body: { days: wanted } })
    if (outcome.kind === 'ok') return goToPage(null)
    setFailure(outcome)
  }

  return (
    <>
      <Button variant="subtle" ta="start" onClick={() => goToPage(String(days))}>
        <Plural
          value={days}
          one="Change how long entries are kept (# day)"
          other="Change how long entries are kept (# days)"
        />
      </Button>
      <FormDialog
        opened={typed !== null}
        title={t`How long to keep entries`}
        submit={<Trans>Save</Trans>}
        disabled={!fits}
        busy={busy}
        failure={failure === null ? null : failureText(failure)}
        onSubmit={() => void keep()}
        onClose={() => goToPage(null)}
      >
        <TextInput
          label={t`Days`}
          inputMode="numeric"
          value={typed ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
          error={typed !== null && !fits && t`Enter a number of days from ${AUDIT_DAYS.least} to ${AUDIT_DAYS.most}.`}
        />
        {fits && wanted < days && (
          <p>
            <Trans>Older entries are deleted within the hour and cannot be recovered.</Trans>
          </p>
        )}
      </FormDialog>
    </>
  )
}
