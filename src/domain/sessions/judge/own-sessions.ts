import type { StoredSession } from '../documents/web-session.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type FoundDocuments, type Key, set, type Unit, type Write } from '../../store/index.ts'
import { relatedSessionKeys } from './session-units.ts'

/** Id of a sign-in for its owner. Older sessions use their key, a hash that grants no access. */
export function sessionLoginId(key: Key<StoredSession>, { login }: Pick<StoredSession, 'login'>): string {
  return login ?? key.slice(key.lastIndexOf('/') + 1)
}

/** Ends sessions of one account with their earlier and later ids. @returns number of ended documents */
export function endSessionsUnit(sessions: readonly Key<StoredSession>[], account: UserId): Unit<number> {
  return {
    keysFor: (found) => sessions.flatMap((key) => relatedSessionKeys(key, found)),
    decide: (found) => {
      const writes = endingWrites(sessions, account, found)
      return { result: writes.length, writes }
    },
  }
}

/** Writes that end sessions. The unit must have read `relatedSessionKeys` of each session. */
export function endingWrites(
  sessions: readonly Key<StoredSession>[],
  account: UserId,
  found: FoundDocuments,
): readonly Write[] {
  const family = new Set(sessions.flatMap((key) => relatedSessionKeys(key, found)))
  return [...family].flatMap((key) => {
    const session = found.get(key)
    return session?.active === true && session.userId === account ? [set(key, { ...session, active: false })] : []
  })
}
