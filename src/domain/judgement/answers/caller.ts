import type { CitizenActor } from '../../access/index.ts'
import type { CitizenPermit } from '../../documents/index.ts'
import { type Author, type FileHolder, isCitizenAuthor } from '../../kernel/author.ts'
import type { Mutation } from '../../sync/mutation.ts'

/** Who sent a mutation: the account of the session, the public, or a citizen. Never what the mutation says of itself. */
export type Caller = {
  readonly author: Author
  /** in whose name their files are held, where it is not the author's: one device of the public */
  readonly holder?: FileHolder
  /** what a citizen may send, as the server has signed it; they have no account */
  readonly permits?: readonly CitizenPermit[]
}

/** The permit under which a citizen sends this very mutation; undefined: there is none, and nothing else of theirs counts. */
export function permitFor({ permits = [] }: Caller, mutation: Mutation): CitizenPermit | undefined {
  return permits.find(
    ({ purpose, form, answer, mutation: id }) =>
      purpose === mutation.kind && answer === mutation.answer && id === mutation.id && form === mutation.template,
  )
}

/** Whether a citizen has yet to show the permit for this. Their device asks for it again once they are back, so that it is no reason to turn it away for good. */
export function lacksPermit(caller: Caller, mutation: Mutation): boolean {
  const isPermitted = mutation.kind === 'answer.submit' || mutation.kind === 'answer.revise'
  return isPermitted && isCitizenAuthor(caller.author) && permitFor(caller, mutation) === undefined
}

export function citizenActor({ citizen: { id, municipality } }: Pick<CitizenPermit, 'citizen'>): CitizenActor {
  return { kind: 'citizen', citizenId: id, municipality }
}
