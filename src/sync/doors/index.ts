export { createBrowserDoor } from './browser-door.ts'
export type { DoorState, OpenDoor, ScanResult } from './door-state.ts'
export { openDoor } from './open-door.ts'
