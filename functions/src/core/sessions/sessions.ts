import type { User } from '#domain/documents/index.ts'
import { toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { type Found, type Key, type Unit, type Write, unitOver } from '#domain/store/index.ts'
import type { RemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { NoRoomError } from '../ports.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import { asUser } from './accounts.ts'
import { REMOTE_CONFIG_KEY, remoteConfigOf } from './remote-config.ts'
import { isGood, seenAt, settled } from './session-state.ts'
import { asCredentials, asSession, credentialsKey, sessionKey, type StoredSession } from './stored-session.ts'

const SESSION_ID_BYTES = 32
const REMEMBERED_HASHES = 2000

/** A session that was found good, with all that was read to find out. `user` is undefined when its record is gone. */
export type LiveSession = {
  readonly key: string
  readonly session: StoredSession
  readonly user: User | undefined
  readonly config: RemoteConfig
}

export type NewSession = { readonly id: string; readonly key: string }

/** A fresh session id of 256 bits, and the key under which its hash is stored. */
export async function newSession(core: Core): Promise<NewSession> {
  const id = toBase64Url(core.ports.random(SESSION_ID_BYTES))
  return { id, key: sessionKey(await sha256Hex(id)) }
}

/** Finds sessions by their id. Asked on every request, so it costs two reads and, after the first time, no hashing. */
export function sessionFinder(core: Core): (id: string) => Promise<LiveSession | undefined> {
  const hashes = new Map<string, string>()

  async function keyOf(id: string): Promise<string> {
    const known = hashes.get(id)
    if (known !== undefined) return known
    const key = sessionKey(await sha256Hex(id))
    if (hashes.size >= REMEMBERED_HASHES) hashes.clear()
    hashes.set(id, key)
    return key
  }

  return async (id) => {
    const { store, clock } = core.ports
    const key = await keyOf(id)
    const stored = asSession(await store.get(key))
    if (stored === undefined) {
      hashes.delete(id)
      return undefined
    }
    const userKey = `usuarios/${stored.userId}`
    const credentials = credentialsKey(stored.userId)
    const found = await store.getMany([userKey, credentials, REMOTE_CONFIG_KEY])
    const config = remoteConfigOf(found.get(REMOTE_CONFIG_KEY))
    const now = clock()
    const session = settled(stored, now, core.tuning)
    if (!isGood(session, asCredentials(found.get(credentials)), config, core.tuning, now)) return undefined
    if (session !== stored || needsWrite(session, now, core))
      await ifThereIsRoom(() => store.commit(useUnit(key, session, now, core)))
    return { key, session, user: asUser(found.get(userKey)), config }
  }
}

function needsWrite(session: StoredSession, now: number, core: Core): boolean {
  if (session.previous !== undefined && session.confirmed !== true) return true
  return now - toMilliseconds(session.lastSeenAt ?? session.createdAt) > core.tuning.sessionTouch
}

/** Notes that the session is in use. With the first use of a new id, the one that it replaces gets its end. */
function useUnit(key: string, seen: StoredSession, now: number, core: Core): Unit<true> {
  const { previous } = seen
  return unitOver(previous === undefined ? [key] : [key, previous], (found) => {
    const current = asSession(found.get(key))
    // Signed out since it was read: a stale copy must not bring it back to life.
    if (current === undefined || !current.active) return { result: true, writes: [] }
    const writes: Write[] = [
      set(key, { ...settled(current, now, core.tuning), confirmed: true, ...seenAt(now, core.tuning) }),
    ]
    const old = previous === undefined ? undefined : asSession(found.get(previous))
    if (previous !== undefined && old !== undefined && old.endsAt === undefined) {
      writes.push(set(previous, { ...old, endsAt: toInstant(now + core.tuning.rotationGrace) }))
    }
    return { result: true, writes }
  })
}

/**
 * Gives an old enough session a new id. The replacement before it, when its reply was lost, goes; but not at once, because the page and the
 * worker may both have asked, and the browser keeps whichever reply came last.
 * @returns the new id, or undefined when it is not time
 */
export async function rotateIfDue(live: LiveSession, core: Core): Promise<string | undefined> {
  const { clock, store } = core.ports
  const { key } = live
  const now = clock()
  if (!isDue(live.session, now, core)) return undefined
  const fresh = await newSession(core)
  const renewal = (): Promise<string | undefined> =>
    store.commit(
      unitOver([key], (found) => {
        const current = asSession(found.get(key))
        if (current === undefined || !isDue(current, now, core)) return { result: undefined, writes: [] }
        const { next: unused, previous: ended, confirmed: _, ...rest } = current
        const at = toInstant(now)
        const writes: Write[] = [
          set(key, { ...current, next: { key: fresh.key, issuedAt: at } }),
          set(fresh.key, { ...rest, issuedAt: at, ...seenAt(now, core.tuning), previous: key }),
        ]
        for (const gone of [unused?.key, ended]) if (gone !== undefined) writes.push({ kind: 'delete', key: gone })
        return { result: fresh.id, writes }
      }),
    )
  return ifThereIsRoom(renewal)
}

function isDue(session: StoredSession, now: number, core: Core): boolean {
  const { sessionRotation, rotationRetry } = core.tuning
  if (!session.active || session.endsAt !== undefined) return false
  if (session.next !== undefined && now - toMilliseconds(session.next.issuedAt) < rotationRetry) return false
  return now - toMilliseconds(session.issuedAt) >= sessionRotation
}

/**
 * Signs out: this id, those before it and those after it, as they are when it happens: the page may sign out while the worker's pull is being given a
 * new id. The documents stay, with `active` off.
 */
export async function endSession({ key }: LiveSession, core: Core): Promise<void> {
  await core.ports.store.commit({
    keysFor: (found) => familyOf(key, found),
    decide: (found) => ({
      result: true,
      writes: familyOf(key, found).flatMap((each) => {
        const session = asSession(found.get(each))
        return session === undefined ? [] : [set(each, { ...session, active: false })]
      }),
    }),
  })
}

/** The ids that one sign-in has come by, as far as they are known. */
function familyOf(key: Key, found: Found): readonly Key[] {
  const family = new Set([key])
  // A set gives what is added while it is walked.
  for (const each of family) {
    const session = asSession(found.get(each))
    for (const relative of [session?.previous, session?.next?.key]) if (relative !== undefined) family.add(relative)
  }
  return [...family]
}

function set(key: string, document: StoredSession): Write {
  return { kind: 'set', key, document }
}

/** What is written on the way of reading is not worth refusing to read. */
async function ifThereIsRoom<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof NoRoomError) return undefined
    throw error
  }
}
