import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import {
  formatAuditNumber,
  logActionUnit,
  EMPTY_AUDIT_CHAIN,
  verifyAuditChain,
  setAuditRetentionUnit,
  withAudit,
  DEFAULT_AUDIT_RETENTION,
  type AuditEntry,
  type AuditPage,
  type AuditFilter,
} from '#domain/audit/index.ts'
import type { User } from '#domain/users/index.ts'
import { AUDIT_PAGE_SIZE, ok, toInstant, toMilliseconds, type UserId } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { Store, Query } from '../ports.ts'
import type { Core } from '../context.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'

/** Number lower than that of any entry. A range that ends here is empty. */
const NONE = formatAuditNumber(0)

/**
 * Log entries that this user may see, newest first.
 * @param size maximum entries
 */
async function findEntries(store: Store, user: User, sought: AuditFilter, size: number): Promise<AuditPage> {
  const everywhere = can(actorOfUser(user), 'manage', 'usuario')
  const where = {
    ...(sought.username === undefined || sought.username === '' ? {} : { username: sought.username }),
    ...(sought.action === undefined ? {} : { action: sought.action }),
    ...(everywhere ? {} : { municipality: municipalitiesOf(actorOfUser(user)) }),
  }
  const [newest, oldest, retention = DEFAULT_AUDIT_RETENTION] = await Promise.all([
    findLastUntil(store, sought.to),
    findFirstSince(store, sought.from),
    store.get(keys.auditRetention),
  ])
  const before =
    sought.before === undefined ? newest : pickSmallerText(newest, formatAuditNumber(Number(sought.before) - 1))
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
 * Number of the last entry at or before a time. Entries are then selected by number, because times may be out of order
 * after the clock was set back.
 */
async function findLastUntil(store: Store, to: string | undefined): Promise<string> {
  if (to === undefined) return '9'.repeat(12)
  return (await findEdgeNumber(store, { to }, true)) ?? NONE
}

async function findFirstSince(store: Store, from: string | undefined): Promise<string> {
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

function pickSmallerText(a: string, b: string): string {
  return a < b ? a : b
}

/** Current names of the users and places in log entries, by document path. Deleted users and places are left out. */
async function readEntryNames(store: Store, entries: readonly AuditEntry[]): Promise<Record<string, string>> {
  const requested = new Set(entries.flatMap(({ by, target }) => [keys.user(by), ...listDocumentsToName(target)]))
  const documents = await store.getMany([...requested])
  return Object.fromEntries(
    [...requested].flatMap((key) => {
      const document = documents.get(key) as NameFields | undefined
      if (document === undefined) return []
      const person = `${document.firstName ?? ''} ${document.lastName ?? ''}`.trim()
      const name = document.nombre ?? (person === '' ? document.userMuniCore : person)
      return name === undefined || name === '' ? [] : [[key, name]]
    }),
  )
}

/** Fields of users and places that contain their names. */
type NameFields = Readonly<Partial<Record<'nombre' | 'firstName' | 'lastName' | 'userMuniCore', string>>>

/**
 * Documents that name an entry's target: the user, or the place that contains it. Answers and forms are left out,
 * because they may be large.
 */
function listDocumentsToName(target: string): readonly Key[] {
  const [collection, id] = target.split('/')
  if (id === undefined) return []
  if (['usuarios', 'credentials', 'factors'].includes(collection ?? '')) return [keys.user(id as UserId)]
  return PLACES.flatMap((place) => (place.exec(target)?.[0] as Key | undefined) ?? [])
}

/** Patterns of the path of a place, and of its municipality, whose name still locates a deleted area. */
const PLACES = [
  /^paises\/[^/]+(\/provincias\/[^/]+(\/municipios\/[^/]+(\/areas_municipales\/[^/]+)?)?)?/,
  /^paises\/[^/]+\/provincias\/[^/]+\/municipios\/[^/]+/,
]

/** Entries per page of an export, and per step of verifying the chain. Takes well under 200 ms of CPU time. */
const LARGE_PAGE_SIZE = 1_000
/** Maximum time between pages of one export, in milliseconds. */
const MAX_EXPORT_PAUSE_MS = 60 * 60 * 1000

/** Handlers for the audit log. */
export function createAuditHandlers(core: Core) {
  const { store, clock } = core.ports
  const now = () => toInstant(clock())

  async function hasExported(user: User): Promise<boolean> {
    const [last] = await store.query({
      collection: 'audit',
      where: { action: 'audit.exported', username: user.userMuniCore },
      order: { field: 'number', descending: true },
      limit: 1,
    })
    return last !== undefined && clock() - toMilliseconds(last.document.at) < MAX_EXPORT_PAUSE_MS
  }

  return {
    async listAudit({ user, query }) {
      const page = await findEntries(store, user, query, AUDIT_PAGE_SIZE)
      return ok({ ...page, names: await readEntryNames(store, page.entries) })
    },

    async exportAudit({ user, body: { sought }, address }) {
      const page = await findEntries(store, user, sought, LARGE_PAGE_SIZE)
      const act = { action: 'audit.exported', target: keys.auditChain, by: user, from: address } as const
      // Pages after the first belong to an export that is already logged, unless its entry is missing or too old.
      if (sought.before === undefined || !(await hasExported(user)))
        await store.commit(logActionUnit({ ...act, municipality: user.municipalityPath }, now()))
      return ok(page)
    },

    async verifyAudit({ query: { after, hash } }) {
      // Read before the entries, so that entries added later are beyond the end of the chain.
      const chain = (await store.get(keys.auditChain)) ?? EMPTY_AUDIT_CHAIN
      const start =
        after === undefined || hash === undefined
          ? { number: chain.first - 1, hash: chain.before }
          : { number: Number(after), hash }
      const end = Math.min(chain.count, start.number + LARGE_PAGE_SIZE)
      const entries = await store.query({
        collection: 'audit',
        range: { field: 'number', from: formatAuditNumber(start.number + 1), to: formatAuditNumber(end) },
        order: { field: 'number', descending: false },
        limit: LARGE_PAGE_SIZE,
      })
      const followed = verifyAuditChain(
        entries.map(({ document }) => document as AuditEntry),
        start,
      )
      const isShort = followed.number < end
      const hasDifferentEnd = end === chain.count && !isShort && followed.hash !== chain.hash
      const broken =
        followed.broken ?? (isShort || hasDifferentEnd ? formatAuditNumber(followed.number + (isShort ? 1 : 0)) : null)
      return ok({
        checked: followed.number - start.number,
        number: formatAuditNumber(followed.number),
        hash: followed.hash,
        complete: broken === null && end === chain.count,
        broken,
      })
    },

    async setAuditRetention({ user, body, address }) {
      const act = {
        action: 'audit.retention',
        target: keys.auditRetention,
        by: user,
        from: address,
        details: { days: body.days },
      } as const
      return ok(await store.commit(withAudit(setAuditRetentionUnit(body.days), act, now())))
    },
  } satisfies PartialHandlers
}
