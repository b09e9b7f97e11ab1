export { createDoorBook, type DoorBook, type DoorCounts } from './door-book.ts'
export type { DoorRow, DoorSettings, ListedRow, OwnScan } from './door-database.ts'
export { type DoorNews, type DoorStore, type KeptDoor, openDoorStore, openedRow, scanOf } from './door-store.ts'
