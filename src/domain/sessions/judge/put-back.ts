import type { Credentials } from '../documents/credentials.ts'
import { type Key, remove, set, type Unit, unitOver } from '../../store/index.ts'

/** No password has this hash: its owner chooses a new one by the link for a forgotten one. */
export const NO_PASSWORD = ''

/**
 * Credentials that a backup has brought back and that were others by then: all sessions and links of the account end
 * with its epoch, and an ended password is good for nothing.
 * @param epoch the highest that was ever given
 * @param isSamePassword the password is the one that was last chosen
 */
export function credentialsPutBackUnit(
  key: Key<Credentials>,
  epoch: number,
  isSamePassword: (stored: Credentials) => boolean,
): Unit<boolean> {
  return unitOver<boolean>([key], (found) => {
    const stored = found.get(key)
    if (stored === undefined) return { result: false, writes: [] }
    const isSame = isSamePassword(stored)
    if (isSame && (stored.epoch ?? 0) >= epoch) return { result: false, writes: [] }
    const passwordHash = isSame ? stored.passwordHash : NO_PASSWORD
    const next = { ...stored, passwordHash, epoch: Math.max(epoch, stored.epoch ?? 0) + 1 }
    return { result: true, writes: [set(key, next)] }
  })
}

/** Removes what a backup has brought back whole: sessions, and links that are good once. */
export function sessionsForgottenUnit(gone: readonly Key[]): Unit<number> {
  return unitOver<number>([], () => ({ result: gone.length, writes: gone.map((key) => remove(key)) }))
}
