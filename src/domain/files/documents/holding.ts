import type { FileHolder } from '../../kernel/author.ts'
import type { AnswerId, Sha256 } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** `files/{holder}~{sha256}`: who holds which bytes. Having sent them gives the right to name them in an answer. */
export type Holding = {
  readonly author: FileHolder
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: string
  readonly name: string
  readonly uploadedAt: Instant
  /** no answer has named it yet, and without one it goes then */
  readonly expiresAt?: Instant
  /** the answers that name it: it goes with the last of them; missing: not counted, and it stays for good */
  readonly namedBy?: readonly AnswerId[]
}
