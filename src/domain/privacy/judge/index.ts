export {
  eraseRecordUnit,
  listOrderReceiptKeys,
  readPersonRecord,
  listRecordKeys,
  type ErasureOutcome,
} from './erase-record.ts'
export * from './erase-overdue.ts'
