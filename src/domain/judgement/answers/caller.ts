import type { CitizenId } from '../../kernel/ids.ts'
import type { Author } from '../../kernel/author.ts'

/** Who sent a mutation: the account of the session, or the public. Never what the mutation says of itself. */
export type Caller = {
  readonly author: Author
  /** the citizen for whom the portal vouches; they have no account, so their author is the public */
  readonly citizen?: CitizenId
}
