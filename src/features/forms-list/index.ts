import { lazy } from 'react'
import { withWords } from '#ui/index.ts'

/** Each screen comes with the words of this room, which are a catalogue of their own. */
export const FormsListScreen = lazy(async () => ({ default: (await withWords('forms-list', import('./forms-list-screen.tsx'))).FormsListScreen }))
