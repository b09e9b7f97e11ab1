import type { MadeBy } from '../answers/documents/change-request.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Problem } from '../kernel/problem.ts'
import { unreachable } from '../kernel/unreachable.ts'
import type { HeldResult } from '../answers/held-api.ts'
import type { OutboxEntry, StoredReceipt } from './outbox.ts'

/** Delivery state of an answer, for screens. Derived only from stored data. */
export type DeliveryState =
  | {
      readonly kind: 'saved'
      readonly savedAt: Instant
      readonly problem: Problem | undefined
      readonly notBefore: number
    }
  | { readonly kind: 'sending'; readonly confirmed: number; readonly files: number }
  | { readonly kind: 'attention'; readonly problem: Problem; readonly at: Instant }
  /** `conflicts`: number of open conflicts; `acceptedBy`: user who accepted the answer after it was held */
  | {
      readonly kind: 'received'
      readonly code: string
      readonly at: Instant
      readonly conflicts?: number
      readonly acceptedBy?: MadeBy
    }
  | { readonly kind: 'held'; readonly reason: Problem; readonly at: Instant }
  /** held, then discarded by the user `by`; `reason`: as that user wrote it */
  | { readonly kind: 'discarded'; readonly reason: string; readonly by: MadeBy; readonly at: Instant }

/** Returns the delivery state of an outbox entry on this device. */
export function toEntryDelivery(entry: OutboxEntry): DeliveryState {
  const { state } = entry
  switch (state.kind) {
    case 'waiting':
      return { kind: 'saved', savedAt: entry.savedAt, problem: state.problem, notBefore: state.notBefore }
    case 'sending': {
      const confirmed = entry.files.filter((file) => file.confirmed).length
      return { kind: 'sending', confirmed, files: entry.files.length }
    }
    case 'quarantined':
      return { kind: 'attention', problem: state.problem, at: state.at }
    default:
      return unreachable(state)
  }
}

/**
 * Returns the delivery state after the server's receipt. @param fate outcome of a held answer, if this device knows it
 */
export function toReceiptDelivery(receipt: StoredReceipt, fate?: HeldResult): DeliveryState {
  switch (receipt.status) {
    case 'applied':
      return { kind: 'received', code: receipt.code, at: receipt.receivedAt }
    case 'merged':
      return { kind: 'received', code: receipt.code, at: receipt.receivedAt, conflicts: receipt.conflicts }
    case 'held':
      return toHeldDelivery(receipt, fate?.mutation === receipt.id ? fate.outcome : { kind: 'waiting' })
    default:
      return unreachable(receipt)
  }
}

/**
 * Returns the delivery state of an answer. Entries with problems determine it first, then pending entries, then
 * receipts.
 * @param entries outbox entries of this answer, in order
 * @param receipts receipts of this answer
 * @param fate outcome, if the answer was held
 * @returns undefined if this device never sent anything for this answer
 */
export function computeDelivery(
  entries: readonly OutboxEntry[],
  receipts: readonly StoredReceipt[],
  fate?: HeldResult,
): DeliveryState | undefined {
  const deliveryStates = [
    ...entries.map(toEntryDelivery),
    ...receipts.map((receipt) => toReceiptDelivery(receipt, fate)),
  ]
  const order = ['attention', 'sending', 'saved', 'held', 'discarded', 'received'] as const
  for (const kind of order) {
    const match = deliveryStates.findLast((delivery) => delivery.kind === kind)
    if (match !== undefined) return match
  }
  return undefined
}

function toHeldDelivery(
  { reason, receivedAt }: Extract<StoredReceipt, { status: 'held' }>,
  outcome: HeldResult['outcome'],
): DeliveryState {
  switch (outcome.kind) {
    case 'waiting':
      return { kind: 'held', reason, at: receivedAt }
    case 'accepted':
      return { kind: 'received', code: outcome.code, at: outcome.at, acceptedBy: outcome.by }
    case 'discarded':
      return { kind: 'discarded', reason: outcome.reason, by: outcome.by, at: outcome.at }
    default:
      return unreachable(outcome)
  }
}
