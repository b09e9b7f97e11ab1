export { browserDoor } from './browser-door.ts'
export type { DoorState, OpenDoor, Said } from './door-state.ts'
export { openDoor } from './open-door.ts'
