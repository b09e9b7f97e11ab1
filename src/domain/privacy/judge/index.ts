export {
  eraseRecordUnit,
  listReceipts,
  readRecord,
  recordKeys,
  type Erasure,
  type ErasureRequest,
} from './erase-record.ts'
export * from './erase-overdue.ts'
