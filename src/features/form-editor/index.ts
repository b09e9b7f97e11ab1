import { lazy } from 'react'
import { addWords, type Catalogues } from '#ui/index.ts'

/** The editor has as many words as all other screens together, and few people open it. */
const WORDS: Catalogues = {
  en: () => import('../../../locales/form-editor/en.po'),
  es: () => import('../../../locales/form-editor/es.po'),
}

export const FormEditorScreen = lazy(async () => {
  const [{ FormEditorScreen: Screen }] = await Promise.all([import('./form-editor-screen.tsx'), addWords(WORDS)])
  return { default: Screen }
})
