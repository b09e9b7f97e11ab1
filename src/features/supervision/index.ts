import { withWords } from '#ui/index.ts'

/** Loads the screen together with this module's translations, like the functions below. */
export function loadSupervisionStart() {
  return withWords('supervision', import('./supervision-start.tsx'))
}

export function loadHeldList() {
  return withWords('supervision', import('./held-list-screen.tsx'))
}

export function loadUnsettled() {
  return withWords('supervision', import('./unsettled-screen.tsx'))
}

export function loadDeleted() {
  return withWords('supervision', import('./deleted-screen.tsx'))
}

export function loadFleet() {
  return withWords('supervision', import('./fleet-screen.tsx'))
}

export function loadFailedJobs() {
  return withWords('supervision', import('./failed-jobs-screen.tsx'))
}
