export { createDoorBook, type DoorBook, type DoorCounts } from './door-book.ts'
export type { DoorRow, DoorSettings, OwnScan } from './door-database.ts'
export { type DoorStore, type KeptDoor, openDoorStore, openedRow, scanOf } from './door-store.ts'
