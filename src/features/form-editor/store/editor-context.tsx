import { createContext, useCallback, useContext } from 'react'
import { useStore } from 'zustand'
import type { Change } from '../panel.ts'
import { change, type EditorState, type EditorStore } from './editor-store.ts'

const EditorContext = createContext<EditorStore | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext)
  if (store === null) throw new Error('This belongs inside an open editor')
  return store
}

/** Subscribes to a part of the editor's state. `select` must not create new objects. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEditorStore().state, select)
}

export function useChange(): Change {
  const store = useEditorStore()
  return useCallback((what, edit) => void change(store, what, edit), [store])
}
