import type { Write } from '../../store/index.ts'

const RECEIPT = 'receipts/'

/**
 * The mutation that some writes carry out, by the receipt among them. It stays the same when the mutation comes again, also to a server whose backup was brought back, and no other has it: other systems can know by
 * it what they were told already.
 * @returns undefined for what no mutation has asked for
 */
export function causeOf(writes: readonly Write[]): string | undefined {
  return writes.find(({ key }) => key.startsWith(RECEIPT))?.key.slice(RECEIPT.length)
}
