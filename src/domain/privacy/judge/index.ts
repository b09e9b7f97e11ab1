export { eraseRecordUnit, listReceipts, readRecord, recordKeys, type Erasure } from './erase-record.ts'
export * from './erase-overdue.ts'
