/* Author id of the public. In a separate file, so that lists and the outbox do not load schemas. */

export const PUBLIC_AUTHOR = 'public'

const CITIZEN_AUTHOR = /^ciudadano-[0-9a-f]{32}$/

export function isCitizenAuthor(author: string): boolean {
  return CITIZEN_AUTHOR.test(author)
}

/** Checks for an author without an account: the public or a citizen. Guests choose no state and do not pull. */
export function isGuest(author: string): boolean {
  return author === PUBLIC_AUTHOR || isCitizenAuthor(author)
}
