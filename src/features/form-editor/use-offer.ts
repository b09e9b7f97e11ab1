import { type EditorFeatures, computeEditorFeatures } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from './store/editor-context.tsx'

/** The features available to this user for the current form. */
export function useOfferedFeatures(): EditorFeatures {
  return computeEditorFeatures(
    useProfile(),
    useEditor((state) => state.form.areas),
  )
}
