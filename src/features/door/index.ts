import { withWords } from '#ui/index.ts'

export function loadDoor() {
  return withWords('door', import('./door-screen.tsx'))
}

/** Loads the report and the links, for staff. */
export function loadStaffTools() {
  return withWords('door', import('./staff-tools.tsx'))
}
