import { useCallback } from 'react'
import { UNSAVED_COMBINED_WARNING_MS } from '#domain/kernel/index.ts'
import { unsavedCombined } from '#domain/templates/index.ts'
import { notify, useProblemText } from '#ui/index.ts'
import { useEditorStore } from '../../store/editor-context.tsx'

/** Unsaved combined questions block moving (part 2, point 4). @returns true: they may be moved; false: the warning stands for 5000 ms */
export function useReorderGuard(): () => boolean {
  const { state } = useEditorStore()
  const textOf = useProblemText()
  return useCallback(() => {
    if (unsavedCombined(state.getState().form).length === 0) return true
    notify({
      tone: 'attention',
      text: textOf({ code: 'template.combined-unsaved' }),
      milliseconds: UNSAVED_COMBINED_WARNING_MS,
    })
    return false
  }, [state, textOf])
}
