// Exports for modules that send work, separate from index.ts so that screens do not load them.
export {
  claimEntries,
  confirmFileSent,
  findNextDue,
  loadUpload,
  markQuarantined,
  releaseStaleClaims,
  rememberUpload,
  rescheduleEntries,
  returnToWaiting,
} from './outbox.ts'
export { storeReceipts } from './receipts.ts'
export { listUnchecked, returnSent, type KeptMutation } from './return-sent.ts'
