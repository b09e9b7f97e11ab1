import { lazy } from 'react'
import { withWords } from '#ui/index.ts'

/** Each screen comes with the words of this room, which are a catalogue of their own. */
export const FailedJobsScreen = lazy(async () => ({ default: (await withWords('supervision', import('./failed-jobs-screen.tsx'))).FailedJobsScreen }))
export const FleetScreen = lazy(async () => ({ default: (await withWords('supervision', import('./fleet-screen.tsx'))).FleetScreen }))
export const HeldListScreen = lazy(async () => ({ default: (await withWords('supervision', import('./held-list-screen.tsx'))).HeldListScreen }))
export const SupervisionStart = lazy(async () => ({ default: (await withWords('supervision', import('./supervision-start.tsx'))).SupervisionStart }))
