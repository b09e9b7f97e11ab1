import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. The functions below do the same for other screens. */
export function loadSupervisionStart() {
  return withMessages('supervision', import('./supervision-start.tsx'))
}

export function loadHeldListScreen() {
  return withMessages('supervision', import('./held-list-screen.tsx'))
}

export function loadUnsettledCitizens() {
  return withMessages('supervision', import('./unsettled-screen.tsx'))
}

export function loadDeletedAnswers() {
  return withMessages('supervision', import('./deleted-screen.tsx'))
}

export function loadDevicesScreen() {
  return withMessages('supervision', import('./fleet-screen.tsx'))
}

export function loadFailedJobsScreen() {
  return withMessages('supervision', import('./failed-jobs-screen.tsx'))
}
