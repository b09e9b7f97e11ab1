import type { MadeBy } from '../documents/change-request.ts'
import type { User } from '../../users/documents/user.ts'

/** Author of an action as recorded; empty fields when unknown. */
export function toMadeBy(user: User | null): MadeBy {
  const name = formatFullName(user)
  return { email: user?.email ?? '', username: user?.userMuniCore ?? '', ...(name === '' ? {} : { name }) }
}

/** First and last name; empty when unknown. */
export function formatFullName(user: User | null): string {
  return user === null ? '' : `${user.firstName} ${user.lastName}`.trim()
}
