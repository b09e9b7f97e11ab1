// Exports for modules that send work, separate from index.ts so that screens do not load them.
export {
  claimEntries,
  confirmFileSent,
  computeDelayUntilNextEntry,
  loadUploadUrl,
  markQuarantined,
  releaseStaleClaims,
  rememberUploadUrl,
  rescheduleEntries,
  returnEntriesToWaiting,
  sumUnsentFileBytes,
} from './outbox.ts'
export { storeReceipts } from './receipts.ts'
export { listUncheckedMutations, requeueSentMutations, type SentMutationRef } from './return-sent.ts'
