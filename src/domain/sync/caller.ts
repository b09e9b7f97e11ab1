import type { Author } from './author.ts'

/** Who sent a mutation: the account of the session, or the public. Never what the mutation says of itself. */
export type Caller = { readonly author: Author }
