import { withWords } from '#ui/index.ts'

/** The screen and the words of this room, which are a catalogue of their own, set out together. */
export function loadSyncCentre() {
  return withWords('sync-centre', import('./sync-centre-screen.tsx'))
}
