import { useShallow } from 'zustand/react/shallow'
import type { EditorForm } from '#domain/templates/index.ts'
import { FormHead, FormPanels } from './panels/index.ts'
import type { PanelProps } from './panel.ts'
import { useChange, useEditor, useEditorStore } from './store/editor-context.tsx'

/** Title, description and area, above the sections. */
export function FormHeadPanel() {
  return <FormHead {...usePanelProps()} />
}

/** Everything else that is not in the sections. */
export function SettingsPanels() {
  return <FormPanels {...usePanelProps()} />
}

/** For what is outside of the sections, drawn when that changes: `secciones` of the form may be behind. */
function usePanelProps(): PanelProps {
  const { id, state } = useEditorStore()
  const change = useChange()
  const locks = useEditor((now) => now.locks)
  const problems = useEditor((now) => now.problems)
  // Compared field by field; `form` itself is another after each keystroke in a question.
  useEditor(useShallow(({ form }) => outsideOfSections(form)))
  return { id, form: state.getState().form, change, locks, problems }
}

function outsideOfSections({
  secciones: _secciones,
  restructured: _restructured,
  ...rest
}: EditorForm): Omit<EditorForm, 'secciones' | 'restructured'> {
  return rest
}
