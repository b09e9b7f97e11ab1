import { withMessages } from '#ui/index.ts'

export function loadDoor() {
  return withMessages('door', import('./door-screen.tsx'))
}

/** Loads the page of an event, for staff. */
export function loadEvent() {
  return withMessages('door', import('./event-screen.tsx'))
}

/** Loads the report and the links, for staff. */
export function loadStaffTools() {
  return withMessages('door', import('./staff-tools.tsx'))
}
