import type { StoredSession } from '../documents/web-session.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type FoundDocuments, type Key, set, type Unit, type Write } from '../../store/index.ts'
import { listRelatedSessionKeys } from './session-units.ts'

/**
 * Returns the id of a sign-in that is shown to its owner. For sessions without `login`, this is the hash in their key,
 * which grants no access.
 */
export function findSessionLoginId(key: Key<StoredSession>, { login }: Pick<StoredSession, 'login'>): string {
  return login ?? key.slice(key.lastIndexOf('/') + 1)
}

/** Ends sessions of an account, including their earlier and later session ids. @returns number of ended documents */
export function endSessionsUnit(sessions: readonly Key<StoredSession>[], account: UserId): Unit<number> {
  return {
    keysFor: (documents) => sessions.flatMap((key) => listRelatedSessionKeys(key, documents)),
    decide: (documents) => {
      const writes = buildOwnSessionEndWrites(sessions, account, documents)
      return { result: writes.length, writes }
    },
  }
}

/** Returns the writes that end sessions. The unit must have read `listRelatedSessionKeys` of each session. */
export function buildOwnSessionEndWrites(
  sessions: readonly Key<StoredSession>[],
  account: UserId,
  documents: FoundDocuments,
): readonly Write[] {
  const family = new Set(sessions.flatMap((key) => listRelatedSessionKeys(key, documents)))
  return [...family].flatMap((key) => {
    const session = documents.get(key)
    return session?.active === true && session.userId === account ? [set(key, { ...session, active: false })] : []
  })
}
