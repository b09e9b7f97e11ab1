import { lazy } from 'react'
import { withWords } from '#ui/index.ts'

/** Each screen comes with the words of this room, which are a catalogue of their own. */
export const HeldAnswerScreen = lazy(async () => ({ default: (await withWords('answer-view', import('./held-answer-screen.tsx'))).HeldAnswerScreen }))
export const AnswerViewScreen = lazy(async () => ({ default: (await withWords('answer-view', import('./answer-view-screen.tsx'))).AnswerViewScreen }))
