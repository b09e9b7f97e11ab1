import { useShallow } from 'zustand/react/shallow'
import type { EditorForm } from '#domain/templates/index.ts'
import { FormPanels } from './panels/index.ts'
import { useChange, useEditor, useEditorStore } from './store/editor-context.tsx'

/**
 * Everything above the sections. It is drawn again when something outside of the sections changes: `secciones` of the form that the panels
 * get may be behind, which is all the same to them, and spares a question's keystroke everything that stands above it.
 */
export function SettingsPanels() {
  const { id, state } = useEditorStore()
  const change = useChange()
  const locks = useEditor((now) => now.locks)
  const problems = useEditor((now) => now.problems)
  // Compared field by field; `form` itself is another after each keystroke in a question.
  useEditor(useShallow(({ form }) => outsideOfSections(form)))
  return <FormPanels id={id} form={state.getState().form} change={change} locks={locks} problems={problems} />
}

function outsideOfSections({
  secciones: _secciones,
  restructured: _restructured,
  ...rest
}: EditorForm): Omit<EditorForm, 'secciones' | 'restructured'> {
  return rest
}
