import type { FileHolder } from '../../kernel/author.ts'
import type { AnswerId, Sha256 } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** `files/{holder}~{sha256}`: holder of uploaded bytes, who may refer to them in an answer. */
export type Holding = {
  readonly author: FileHolder
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: string
  readonly name: string
  readonly uploadedAt: Instant
  /** expiry while no answer uses it */
  readonly expiresAt?: Instant
  /** answers that use the file, which is deleted with the last of them; missing: not counted, and kept forever */
  readonly namedBy?: readonly AnswerId[]
}
