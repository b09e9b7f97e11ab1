import type { User } from '#domain/users/index.ts'
import { getVisibleText } from '#domain/kernel/index.ts'
import type { Store } from '../ports.ts'

/** Maximum accounts with one e-mail address, including deactivated ones. */
const MAX_DUPLICATES = 20

/**
 * Finds a user by e-mail address or username, as `normaliseLogin` returns it. Undefined for none or several. Both
 * lookups are always made, so that the time reveals nothing.
 */
export async function findUserByLogin(store: Store, login: string): Promise<User | undefined> {
  const [byEmail, byUsername] = await Promise.all([
    store.query({ collection: 'usuarios', where: { email: login }, limit: MAX_DUPLICATES }),
    store.query({ collection: 'usuarios', where: { lowercase_username: login }, limit: MAX_DUPLICATES }),
  ])
  const alike = byEmail.length > 0 ? byEmail : byUsername
  // A successor may have the e-mail address of a deactivated user.
  const active = alike.filter(({ document }) => document['deactivatedAt'] === undefined)
  const entries = active.length > 0 ? active : alike
  return entries.length === 1 ? entries[0]?.document : undefined
}

/** Normalises a login for comparing and counting: trimmed, without invisible characters, in lower case. */
export function normaliseLogin(text: string): string {
  return getVisibleText(text).toLowerCase()
}
