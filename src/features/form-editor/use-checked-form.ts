import { useDeferredValue, useEffect } from 'react'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { checkForm } from './store/problems.ts'

/** Validates the form on changes with a short delay, after the first attempt to save. */
export function useCheckedForm(): void {
  const store = useEditorStore()
  const changed = useDeferredValue(useEditor((state) => (state.marked ? state.form : null)))
  useEffect(() => {
    // Keeps problems that the server or another system has reported for this form, which local rules would clear.
    if (changed !== null && changed !== store.state.getState().checked) checkForm(store)
  }, [changed, store])
}
