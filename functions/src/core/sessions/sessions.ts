import type { ApiToken } from '#domain/integrations/index.ts'
import type { StoredSession } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  isRenewalDue,
  mustRecordSessionUse,
  renewSessionUnit,
  capFutureTimes,
  checkSessionState,
  recordSessionUseUnit,
} from '#domain/sessions/judge/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { type Key, keys } from '#domain/store/index.ts'
import { type RemoteConfig, parseRemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import { DiskFullError } from '../ports.ts'
import { findFrameToken } from './frame-token.ts'

const SESSION_ID_BYTES = 32
const REMEMBERED_HASHES = 2000

/** A valid session, with the documents read to check it. `user`: undefined when the user's record was deleted. */
export type LiveSession = {
  readonly key: Key<StoredSession>
  readonly session: StoredSession
  readonly user: User | undefined
  readonly config: RemoteConfig
  /** for a frame's session: the token that limits it */
  readonly token?: ApiToken
}

export type NewSession = { readonly id: string; readonly key: Key<StoredSession> }

/** A new session id of 256 bits, and the key of its hash. */
export async function createSessionId(core: Core): Promise<NewSession> {
  const id = toBase64Url(core.ports.random(SESSION_ID_BYTES))
  return { id, key: keys.session(await sha256Hex(id)) }
}

/**
 * Finds a session by id, with two reads and a cached hash; for a frame's session, also reads its token. Refuses with
 * session.required and session.ended.
 */
export function createSessionFinder(core: Core): (id: string) => Promise<Result<LiveSession>> {
  const hashes = new Map<string, Key<StoredSession>>()

  async function hashSessionKey(id: string): Promise<Key<StoredSession>> {
    const knownKey = hashes.get(id)
    if (knownKey !== undefined) return knownKey
    const key = keys.session(await sha256Hex(id))
    if (hashes.size >= REMEMBERED_HASHES) hashes.clear()
    hashes.set(id, key)
    return key
  }

  return async (id) => {
    const { store, clock } = core.ports
    const key = await hashSessionKey(id)
    const stored = await store.get(key)
    if (stored === undefined) {
      hashes.delete(id)
      return refuse('session.required')
    }
    const userKey = keys.user(stored.userId)
    const credentials = keys.credentials(stored.userId)
    const documents = await store.getMany([userKey, credentials, keys.remoteConfig])
    const config = parseRemoteConfig(documents.get(keys.remoteConfig))
    const now = clock()
    const session = capFutureTimes(stored, now, core.tuning)
    const currentValidity = checkSessionState(
      session,
      { credentials: documents.get(credentials), config },
      core.tuning,
      now,
    )
    if (currentValidity !== 'good') return refuse(currentValidity === 'ended' ? 'session.ended' : 'session.required')
    const token = session.embedded === true ? await findFrameToken(store, session.token, now) : undefined
    if (session.embedded === true && token === undefined) return refuse('session.ended')
    if (session !== stored || mustRecordSessionUse(session, now, core.tuning))
      await ignoreFullDisk(() => store.commit(recordSessionUseUnit(key, session, now, core.tuning)))
    return ok({ key, session, user: documents.get(userKey), config, ...(token === undefined ? {} : { token }) })
  }
}

/**
 * Gives a session a new id when due.
 * @returns the new id, or undefined
 */
export async function rotateSessionIfDue({ key, session }: LiveSession, core: Core): Promise<string | undefined> {
  const now = core.ports.clock()
  if (!isRenewalDue(session, now, core.tuning)) return undefined
  const fresh = await createSessionId(core)
  return ignoreFullDisk(() => core.ports.store.commit(renewSessionUnit(key, fresh, now, core.tuning)))
}

/** Ignores a full disk, so that reading continues. */
async function ignoreFullDisk<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DiskFullError) return undefined
    throw error
  }
}
