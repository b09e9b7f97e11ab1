import type { Credentials } from '../documents/credentials.ts'
import { type Key, remove, set, type Unit, unitForKeys } from '../../store/index.ts'

/** Hash that matches no password. The account's owner sets a new password with the "forgot password" link. */
export const UNUSABLE_PASSWORD_HASH = ''

/**
 * Invalidates credentials from a restored backup that had been changed after the backup. The new epoch ends all
 * sessions and links of the account. A password that had been replaced becomes unusable.
 * @param epoch highest epoch ever used
 * @param isSamePassword returns whether the stored password is the last one chosen
 */
export function invalidateRestoredPasswordUnit(
  key: Key<Credentials>,
  epoch: number,
  isSamePassword: (stored: Credentials) => boolean,
): Unit<boolean> {
  return unitForKeys<boolean>([key], (documents) => {
    const stored = documents.get(key)
    if (stored === undefined) return { result: false, writes: [] }
    const isSame = isSamePassword(stored)
    if (isSame && (stored.epoch ?? 0) >= epoch) return { result: false, writes: [] }
    const passwordHash = isSame ? stored.passwordHash : UNUSABLE_PASSWORD_HASH
    const next = { ...stored, passwordHash, epoch: Math.max(epoch, stored.epoch ?? 0) + 1 }
    return { result: true, writes: [set(key, next)] }
  })
}

/** Deletes documents of a restored backup, such as sessions and one-time links. @returns number of deleted documents */
export function deleteRestoredDocumentsUnit(deletedKeys: readonly Key[]): Unit<number> {
  return unitForKeys<number>([], () => ({ result: deletedKeys.length, writes: deletedKeys.map((key) => remove(key)) }))
}
