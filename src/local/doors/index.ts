export { createDoorBook, type DoorBook, type DoorCounts } from './door-book.ts'
export type { DoorRow, DoorSettings, LocalScan } from './door-database.ts'
export { type DoorStore, type StoredDoor, openDoorStore, buildOpenedRow, toScan } from './door-store.ts'
