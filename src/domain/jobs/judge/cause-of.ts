import type { Author } from '../../kernel/author.ts'
import type { Write } from '../../store/index.ts'
import type { StoredResult } from '../../sync/protocol.ts'

const RECEIPT = 'receipts/'

/** What some writes carry out, and for whom. */
export type Cause = { readonly mutation: string; readonly author: Author }

/** The mutation that writes carry out, by its receipt: other systems know by it what they have. undefined: none */
export function causeOf(writes: readonly Write[]): Cause | undefined {
  const receipt = writes.find(({ key }) => key.startsWith(RECEIPT))
  if (receipt?.kind !== 'set') return undefined
  const { author } = receipt.document as StoredResult
  return { mutation: receipt.key.slice(RECEIPT.length), author: author as Author }
}
