import type { User } from '#domain/users/index.ts'
import { visibleText } from '#domain/kernel/index.ts'
import type { Store } from '../ports.ts'

/** Switched-off accounts of one address, and more. */
const MOST_ALIKE = 20

/** `login`: address or username, in any case. Undefined for none and two. Both are always asked: time tells nothing. */
export async function findUser(store: Store, login: string): Promise<User | undefined> {
  const [byEmail, byUsername] = await Promise.all([
    store.query({ collection: 'usuarios', where: { email: login }, limit: MOST_ALIKE }),
    store.query({ collection: 'usuarios', where: { lowercase_username: login }, limit: MOST_ALIKE }),
  ])
  const alike = byEmail.length > 0 ? byEmail : byUsername
  // The address of a user who is switched off may be a successor's.
  const active = alike.filter(({ document }) => document['deactivatedAt'] === undefined)
  const entries = active.length > 0 ? active : alike
  return entries.length === 1 ? entries[0]?.document : undefined
}

/** How a login is compared and counted: without spaces around it and invisible characters, in lower case. */
export function normalLogin(text: string): string {
  return visibleText(text).toLowerCase()
}
