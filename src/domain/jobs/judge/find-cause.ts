import type { Author } from '../../kernel/author.ts'
import type { Write } from '../../store/index.ts'
import type { StoredResult } from '../../sync/protocol.ts'

const RECEIPT = 'receipts/'

/** Mutation that caused some writes, and its author. */
export type CausingMutation = { readonly mutation: string; readonly author: Author }

/**
 * Returns the mutation that caused some writes, found by its receipt; undefined: none. Other systems use its id as
 * idempotency key.
 */
export function findCausingMutation(writes: readonly Write[]): CausingMutation | undefined {
  const receipt = writes.find(({ key }) => key.startsWith(RECEIPT))
  if (receipt?.kind !== 'set') return undefined
  const { author } = receipt.document as StoredResult
  return { mutation: receipt.key.slice(RECEIPT.length), author: author as Author }
}
