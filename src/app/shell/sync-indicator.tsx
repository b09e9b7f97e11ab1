import { Link } from '@tanstack/react-router'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { unreachable } from '#domain/kernel/index.ts'
import { countTemplateEdits, countHeldAnswers, readOutboxSummary, readMeta } from '#local/index.ts'
import {
  lazyPartOrNone,
  StatusIcon,
  SYNC_TONES,
  computeSyncStatus,
  useAccount,
  useOnline,
  type SyncStatus,
} from '#ui/index.ts'
import styles from './shell.module.css'

const LazyOtherAccountMark = lazyPartOrNone(async () => (await import('./lazy-top-bar-links.tsx')).OtherAccountMark)

/** Sync status with a link to the sync centre. Derived from stored data. */
export function SyncIndicator() {
  const { t } = useLingui()
  const status = useSyncStatus()
  if (status === undefined) return null
  const tone = SYNC_TONES[status.kind]
  return (
    <Link
      to="/sincronizacion"
      className={`r-line r-edge r-middle r-anchor r-note r-strong ${styles['sync']}`}
      data-tone={tone}
      data-sync={status.kind}
      title={t`Open the sync centre`}
    >
      <StatusIcon tone={tone} />
      <span role="status">
        <SyncTexts status={status} />
      </span>{' '}
      <LazyOtherAccountMark />
    </Link>
  )
}

function SyncTexts({ status }: { readonly status: SyncStatus }) {
  switch (status.kind) {
    case 'attention':
      return <Plural value={status.count} one="# needs attention" other="# need attention" />
    case 'sign-in':
      return <Trans>Sign in to send</Trans>
    case 'sending':
      return <Plural value={status.count} one="Sending #" other="Sending #" />
    case 'offline':
      return status.count === 0 ? (
        <Trans>Offline</Trans>
      ) : (
        <Plural value={status.count} one="Offline, # to send" other="Offline, # to send" />
      )
    case 'waiting':
      return <Plural value={status.count} one="# to send" other="# to send" />
    case 'held':
      return <Plural value={status.count} one="# held" other="# held" />
    case 'editing':
      return <Plural value={status.count} one="# form only here" other="# forms only here" />
    case 'failing':
      return <Trans>Cannot reach the server</Trans>
    case 'sent':
      return <Trans>All sent</Trans>
    default:
      return unreachable(status)
  }
}

/** The state of the indicator, from stored data that is read again after each change in any tab or worker. */
function useSyncStatus(): SyncStatus | undefined {
  const { local } = useAccount()
  const online = useOnline()
  const facts = useLiveQuery(async () => {
    const [outbox, lapsed, failures = [], pulledAt = 0] = await Promise.all([
      readOutboxSummary(local),
      readMeta(local, 'signInNeeded'),
      readMeta(local, 'failures'),
      readMeta(local, 'pulledAt'),
    ])
    const now = Date.now()
    return {
      waiting: outbox.waiting,
      sending: outbox.sending,
      quarantined: outbox.quarantined,
      lapsed: lapsed ?? false,
      // Ignores times in the future, which were recorded before the clock was set back.
      failing: failures.some((at) => at > pulledAt && at <= now),
    }
  }, [local])
  const held = useLiveQuery(() => countHeldAnswers(local), [local])
  const edits = useLiveQuery(() => countTemplateEdits(local), [local])
  return facts === undefined ? undefined : computeSyncStatus({ ...facts, held: held ?? 0, edits: edits ?? 0, online })
}
