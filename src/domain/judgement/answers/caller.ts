import type { CitizenActor } from '../../access/index.ts'
import type { CitizenPermit } from '../../documents/index.ts'
import type { Author, FileHolder } from '../../kernel/author.ts'
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

export function citizenActor({ citizen: { id, municipality } }: Pick<CitizenPermit, 'citizen'>): CitizenActor {
  return { kind: 'citizen', citizenId: id, municipality }
}
