/* In a file of its own, without schemas: lists and the outbox ask it, and must not load those for that. */

export const PUBLIC_AUTHOR = 'public'

const CITIZEN_AUTHOR = /^ciudadano-[0-9a-f]{32}$/

export function isCitizenAuthor(author: string): boolean {
  return CITIZEN_AUTHOR.test(author)
}

/** Without an account: the public, or a citizen. They are asked for no state, and pull nothing. */
export function isGuest(author: string): boolean {
  return author === PUBLIC_AUTHOR || isCitizenAuthor(author)
}
