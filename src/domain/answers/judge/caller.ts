import type { CitizenActor } from '../../access/index.ts'
import type { CitizenPermit } from '../../citizens/documents/portal.ts'
import { type Author, type FileHolder, isCitizenAuthor } from '../../kernel/author.ts'
import type { Mutation } from '../../sync/mutation.ts'

/** Who sent a mutation: the account of the session, the public, or a citizen. Never what the mutation says. */
export type Caller = {
  readonly author: Author
  /** in whose name their files are held, where it is not the author's: one device of the public */
  readonly holder?: FileHolder
  /** what a citizen may send, as the server has signed it; they have no account */
  readonly permits?: readonly CitizenPermit[]
}

/** The permit under which a citizen sends this very mutation; undefined: none, and nothing else of theirs counts. */
export function permitFor({ permits = [] }: Caller, mutation: Mutation): CitizenPermit | undefined {
  return permits.find(
    ({ purpose, form, answer, mutation: id }) =>
      purpose === mutation.kind && answer === mutation.answer && id === mutation.id && form === mutation.template,
  )
}

/** Whether a citizen's permit is missing. No final refusal: their device asks for it again once they are back. */
export function lacksPermit(caller: Caller, mutation: Mutation): boolean {
  const isPermitted = mutation.kind === 'answer.submit' || mutation.kind === 'answer.revise'
  return isPermitted && isCitizenAuthor(caller.author) && permitFor(caller, mutation) === undefined
}

export function citizenActor({ citizen: { id, municipality } }: Pick<CitizenPermit, 'citizen'>): CitizenActor {
  return { kind: 'citizen', citizenId: id, municipality }
}
