import { lazy } from 'react'
import { addWords } from '#ui/index.ts'

/** The screen with its words, which are a catalogue of their own. */
export const FormEditorScreen = lazy(async () => {
  const [{ FormEditorScreen: Screen }] = await Promise.all([import('./form-editor-screen.tsx'), addWords('form-editor')])
  return { default: Screen }
})
