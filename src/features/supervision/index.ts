import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. The functions below do the same for other screens. */
export function loadSupervisionStart() {
  return withMessages('supervision', import('./supervision-start.tsx'))
}

export function loadHeldList() {
  return withMessages('supervision', import('./held-list-screen.tsx'))
}

export function loadUnsettled() {
  return withMessages('supervision', import('./unsettled-screen.tsx'))
}

export function loadDeleted() {
  return withMessages('supervision', import('./deleted-screen.tsx'))
}

export function loadFleet() {
  return withMessages('supervision', import('./fleet-screen.tsx'))
}

export function loadFailedJobs() {
  return withMessages('supervision', import('./failed-jobs-screen.tsx'))
}
