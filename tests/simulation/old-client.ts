import type { Mutation, PushRequest } from '#domain/sync/index.ts'

/** Protocols before today's that said something otherwise; the third says what today's does, with less in a header. */
export type OldProtocol = 1 | 2

/** A mutation as an app of that protocol says it: the other way round of the product's own upgrade, and written apart from it. */
export function inOldWords(mutation: Mutation, protocol: OldProtocol): unknown {
  const named =
    'resolves' in mutation ? { ...mutation, resolves: mutation.resolves.map((one) => one.mutation) } : mutation
  return protocol === 1 && mutation.offset === null ? { ...named, offset: 0 } : named
}

/** The body of a push as an app of that protocol would send it. */
export function oldPush(body: string, protocol: OldProtocol): string {
  const request = JSON.parse(body) as PushRequest
  return JSON.stringify({
    ...request,
    protocol,
    mutations: request.mutations.map((one) => inOldWords(one as Mutation, protocol)),
  })
}

/** What a mutation says, whichever protocol it went through: an unmeasured clock and a right one were the same word once. */
export function meaningOf(mutation: Mutation): unknown {
  return { ...mutation, offset: mutation.offset === 0 ? null : mutation.offset }
}
