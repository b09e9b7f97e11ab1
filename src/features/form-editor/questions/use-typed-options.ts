import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useEditorStore } from '../store/editor-context.tsx'

/**
 * Adds options that were typed as lines but not added yet, when the form is saved and when their field or the form is
 * closed, so that they are not lost.
 * @returns `add`: adds them now; `discard`: drops them
 */
export function useTypedOptions(texts: readonly string[], addOptions: () => void) {
  const { typedOptions } = useEditorStore()
  const pending = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    pending.current = texts.length === 0 ? null : addOptions
  })
  const actions = useMemo(() => {
    const discard = (): void => {
      pending.current = null
    }
    const add = (): void => {
      const run = pending.current
      discard()
      run?.()
    }
    return { add, discard }
  }, [])
  useEffect(() => {
    typedOptions.add(actions.add)
    return () => void typedOptions.delete(actions.add)
  }, [typedOptions, actions])
  // The cleanup of a layout effect runs before the editor's effects end, which write the last changes to the device.
  useLayoutEffect(() => actions.add, [actions])
  return actions
}
