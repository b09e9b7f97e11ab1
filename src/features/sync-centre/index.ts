import { lazy } from 'react'
import { withWords } from '#ui/index.ts'

/** Each screen comes with the words of this room, which are a catalogue of their own. */
export const SyncCentreScreen = lazy(async () => ({ default: (await withWords('sync-centre', import('./sync-centre-screen.tsx'))).SyncCentreScreen }))
