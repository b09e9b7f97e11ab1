import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import {
  type AuditPage,
  type AuditFilter,
  DEFAULT_RETENTION,
  type AuditEntry,
  auditNumber,
} from '#domain/audit/index.ts'
import type { User } from '#domain/users/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Query, Store } from '../ports.ts'

/** Number below every entry's. As the end of a range it finds nothing. */
const NONE = auditNumber(0)

/**
 * Log entries that this user may see, newest first.
 * @param size maximum entries
 */
export async function findEntries(store: Store, user: User, sought: AuditFilter, size: number): Promise<AuditPage> {
  const everywhere = can(actorOfUser(user), 'manage', 'usuario')
  const where = {
    ...(sought.username === undefined || sought.username === '' ? {} : { username: sought.username }),
    ...(sought.action === undefined ? {} : { action: sought.action }),
    ...(everywhere ? {} : { municipality: municipalitiesOf(actorOfUser(user)) }),
  }
  const [newest, oldest, retention = DEFAULT_RETENTION] = await Promise.all([
    lastUntil(store, sought.to),
    firstSince(store, sought.from),
    store.get(keys.auditRetention),
  ])
  const before = sought.before === undefined ? newest : smallerText(newest, auditNumber(Number(sought.before) - 1))
  const entries = await findNumberedEntries(
    store,
    { where, range: { field: 'number', from: oldest, to: before } },
    size,
  )
  const last = entries.at(-1)
  return {
    entries,
    next: entries.length === size && last !== undefined ? last.number : null,
    keepDays: everywhere ? retention.keepDays : null,
  }
}

async function findNumberedEntries(
  store: Store,
  query: Pick<Query, 'where' | 'range'>,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const found = await store.query({
    collection: 'audit',
    ...query,
    order: { field: 'number', descending: true },
    limit,
  })
  return found.map(({ document }) => document)
}

/**
 * Number of the last entry until a time. Times may be out of order after the clock was set back, so times are converted
 * once, and numbers then define the range.
 */
async function lastUntil(store: Store, to: string | undefined): Promise<string> {
  if (to === undefined) return '9'.repeat(12)
  return (await findEdgeNumber(store, { to }, true)) ?? NONE
}

async function firstSince(store: Store, from: string | undefined): Promise<string> {
  if (from === undefined) return NONE
  return (await findEdgeNumber(store, { from }, false)) ?? '9'.repeat(12)
}

async function findEdgeNumber(
  store: Store,
  range: { readonly from?: string; readonly to?: string },
  descending: boolean,
): Promise<string | undefined> {
  const [entry] = await store.query({
    collection: 'audit',
    range: { field: 'at', ...range },
    order: { field: 'at', descending },
    limit: 1,
  })
  return entry?.document.number
}

function smallerText(a: string, b: string): string {
  return a < b ? a : b
}
