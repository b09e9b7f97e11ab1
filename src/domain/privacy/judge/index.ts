export {
  erasePersonRecordUnit,
  listOrderReceiptKeys,
  readPersonRecord,
  listPersonRecordKeys,
  type ErasureOutcome,
} from './erase-record.ts'
export * from './erase-overdue.ts'
