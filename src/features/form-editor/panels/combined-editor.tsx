import type { EditorQuestion } from '#domain/templates/index.ts'
import type { Change } from '../panel.ts'

export type CombinedEditorProps = { readonly question: EditorQuestion; readonly change: Change; readonly locked: boolean }

/** The blocks of a combined question. */
export function CombinedEditor(_props: CombinedEditorProps) {
  return null
}
