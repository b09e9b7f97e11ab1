import { useEffect } from 'react'
import { type EditorStore, redoStep, undoStep } from './store/editor-store.ts'

type Shortcuts = { readonly store: EditorStore; readonly save: () => void; readonly find: () => void }

/** The editor's keys: Ctrl or ⌘ with Z (undo), Shift+Z or Y (redo), S (save), K (search). Browser undo is per field. */
export function useShortcuts({ store, save, find }: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      // A dialog has its own fields and its own undo.
      if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return
      const act = actOf(event.key.toLowerCase(), event.shiftKey)
      if (act === null) return
      event.preventDefault()
      if (act === 'undo') undoStep(store)
      else if (act === 'redo') redoStep(store)
      else if (act === 'save') save()
      else find()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [find, save, store])
}

function actOf(key: string, shift: boolean): 'undo' | 'redo' | 'save' | 'find' | null {
  if (key === 'z') return shift ? 'redo' : 'undo'
  if (shift) return null
  if (key === 'y') return 'redo'
  if (key === 's') return 'save'
  return key === 'k' ? 'find' : null
}
