import { lazy } from 'react'
import { addWords } from '#ui/index.ts'

/** A screen comes with the words of this room, which are a catalogue of their own: nobody who answers a form downloads them. */
async function withWords<T>(screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, addWords('supervision')])
  return loaded
}

export const FailedJobsScreen = lazy(async () => ({ default: (await withWords(import('./failed-jobs-screen.tsx'))).FailedJobsScreen }))
export const FleetScreen = lazy(async () => ({ default: (await withWords(import('./fleet-screen.tsx'))).FleetScreen }))
export const HeldListScreen = lazy(async () => ({ default: (await withWords(import('./held-list-screen.tsx'))).HeldListScreen }))
export const SupervisionStart = lazy(async () => ({ default: (await withWords(import('./supervision-start.tsx'))).SupervisionStart }))
