import type { CitizenId } from '../../kernel/ids.ts'
import type { Author, FileHolder } from '../../kernel/author.ts'

/** Who sent a mutation: the account of the session, or the public. Never what the mutation says of itself. */
export type Caller = {
  readonly author: Author
  /** in whose name their files are held, where it is not the author's: one device of the public */
  readonly holder?: FileHolder
  /** the citizen for whom the portal vouches; they have no account, so their author is the public */
  readonly citizen?: CitizenId
}
