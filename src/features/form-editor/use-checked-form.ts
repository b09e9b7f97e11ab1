import { useDeferredValue, useEffect } from 'react'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { checkForm } from './store/problems.ts'

/** From the first attempt to save on, what is wrong follows the typing, a little behind; before, nothing is checked. */
export function useCheckedForm(): void {
  const store = useEditorStore()
  const changed = useDeferredValue(useEditor((state) => (state.marked ? state.form : null)))
  useEffect(() => {
    // Rules that know nothing of it must not sweep away what a server or another system said about this very form.
    if (changed !== null && changed !== store.state.getState().checked) checkForm(store)
  }, [changed, store])
}
