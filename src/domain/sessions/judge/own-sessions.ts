import type { StoredSession } from '../documents/web-session.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type Found, type Key, set, type Unit, type Write } from '../../store/index.ts'
import { familyOf } from './session-units.ts'

/** What tells a sign-in from others, to its owner. An older session has only its key, a hash that opens nothing. */
export function loginOf(key: Key<StoredSession>, { login }: Pick<StoredSession, 'login'>): string {
  return login ?? key.slice(key.lastIndexOf('/') + 1)
}

/** Ends sessions of one account, each with the ids before and after it. @returns how many documents stand no more */
export function endSessionsUnit(sessions: readonly Key<StoredSession>[], account: UserId): Unit<number> {
  return {
    keysFor: (found) => sessions.flatMap((key) => familyOf(key, found)),
    decide: (found) => {
      const writes = endingWrites(sessions, account, found)
      return { result: writes.length, writes }
    },
  }
}

/** The same within another unit, which reads `familyOf` each. */
export function endingWrites(sessions: readonly Key<StoredSession>[], account: UserId, found: Found): readonly Write[] {
  const family = new Set(sessions.flatMap((key) => familyOf(key, found)))
  return [...family].flatMap((key) => {
    const session = found.get(key)
    return session?.active === true && session.userId === account ? [set(key, { ...session, active: false })] : []
  })
}
