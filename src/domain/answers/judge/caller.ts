import type { CitizenActor } from '../../access/index.ts'
import type { CitizenPermit } from '../../citizens/documents/portal.ts'
import { type Author, type FileHolder, isCitizenAuthor } from '../../kernel/author.ts'
import type { Mutation } from '../../sync/mutation.ts'

/**
 * Sender of a mutation: the account of the session, the public or a citizen. Taken from the session, never from the
 * mutation.
 */
export type Caller = {
  readonly author: Author
  /** holder of the uploaded files, if not the author, e.g. a device of the public */
  readonly holder?: FileHolder
  /** permits signed by the server; each allows a citizen without an account to send one mutation */
  readonly permits?: readonly CitizenPermit[]
}

/** Returns the permit for exactly this mutation, or undefined. */
export function findPermit({ permits = [] }: Caller, mutation: Mutation): CitizenPermit | undefined {
  return permits.find(
    ({ purpose, form, answer, mutation: id }) =>
      purpose === mutation.kind && answer === mutation.answer && id === mutation.id && form === mutation.template,
  )
}

/**
 * Checks whether a citizen's permit is missing. This is not a final rejection: the device requests a new permit when
 * the citizen returns.
 */
export function lacksPermit(caller: Caller, mutation: Mutation): boolean {
  const isPermitted = mutation.kind === 'answer.submit' || mutation.kind === 'answer.revise'
  return isPermitted && isCitizenAuthor(caller.author) && findPermit(caller, mutation) === undefined
}

export function toCitizenActor({ citizen: { id, municipality } }: Pick<CitizenPermit, 'citizen'>): CitizenActor {
  return { kind: 'citizen', citizenId: id, municipality }
}
