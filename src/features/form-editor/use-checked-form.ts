import { useDeferredValue, useEffect } from 'react'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { checkForm } from './store/problems.ts'

/** After the first attempt to save, what is wrong follows the changes, a little behind the typing; before it, nothing is checked. */
export function useCheckedForm(): void {
  const store = useEditorStore()
  const changed = useDeferredValue(useEditor((state) => (state.marked ? state.form : null)))
  useEffect(() => {
    // What a server or another system has said about this very form is not to be swept away by rules that know nothing of it.
    if (changed !== null && changed !== store.state.getState().checked) checkForm(store)
  }, [changed, store])
}
