import type { MadeBy } from '../documents/change-request.ts'
import type { User } from '../../users/documents/user.ts'

/** Who does something, as the record of it keeps them; all empty where nothing is known. */
export function madeByOf(user: User | null): MadeBy {
  const name = fullNameOf(user)
  return { email: user?.email ?? '', username: user?.userMuniCore ?? '', ...(name === '' ? {} : { name }) }
}

/** First and last name; empty where nothing is known. */
export function fullNameOf(user: User | null): string {
  return user === null ? '' : `${user.firstName} ${user.lastName}`.trim()
}
