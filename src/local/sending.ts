// Only what sends work needs these. They are apart from index.ts, because no screen should wait for them.
export {
  claimEntries,
  confirmFileSent,
  findNextDue,
  loadUpload,
  markQuarantined,
  releaseStale,
  rememberUpload,
  reschedule,
  returnToWaiting,
} from './outbox.ts'
export { storeReceipts } from './receipts.ts'
export { listUnchecked, returnSent, type KeptMutation } from './return-sent.ts'
