export {
  createDoorRecord,
  type DoorRecord,
  type DoorCounts,
  type DoorRow,
  type DoorSettings,
  type LocalScan,
} from './door-book.ts'
export { type DoorStore, type StoredDoor, openDoorStore, buildOpenedRow, toScan } from './door-store.ts'
