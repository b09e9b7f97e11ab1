import type { FileHolder } from '../../kernel/author.ts'
import type { AnswerId, Sha256 } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** `files/{holder}~{sha256}`: record that a holder has uploaded these bytes and may refer to them in an answer. */
export type FileHolding = {
  readonly author: FileHolder
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: string
  readonly name: string
  readonly uploadedAt: Instant
  /** time when the file expires; only set while no answer uses it */
  readonly expiresAt?: Instant
  /**
   * answers that use the file, which is deleted together with the last of them; missing together with `expiresAt`: uses
   * are not counted, and the file is never deleted
   */
  readonly namedBy?: readonly AnswerId[]
}
