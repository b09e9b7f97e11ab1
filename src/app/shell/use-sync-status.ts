import { useLiveQuery } from 'dexie-react-hooks'
import { countEdits, countHeld, outboxSummary, readMeta } from '#local/index.ts'
import { syncStatus, useAccount, useOnline, type SyncStatus } from '#ui/index.ts'

/** The state of this account's outbox, read again whenever a table behind it changes, in any tab or worker. */
export function useSyncStatus(): SyncStatus | undefined {
  const { local } = useAccount()
  const online = useOnline()
  const facts = useLiveQuery(async () => {
    const [outbox, lapsed] = await Promise.all([outboxSummary(local), readMeta(local, 'signInNeeded')])
    return {
      waiting: outbox.waiting,
      sending: outbox.sending,
      quarantined: outbox.quarantined,
      lapsed: lapsed ?? false,
    }
  }, [local])
  const held = useLiveQuery(() => countHeld(local), [local])
  const edits = useLiveQuery(() => countEdits(local), [local])
  return facts === undefined ? undefined : syncStatus({ ...facts, held: held ?? 0, edits: edits ?? 0, online })
}
