import { createContext, useCallback, useContext } from 'react'
import { useStore } from 'zustand'
import type { ApplyEdit } from '../panel.ts'
import { applyEdit, type EditorStoreState, type EditorStore } from './editor-store.ts'

const EditorContext = createContext<EditorStore | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext)
  if (store === null) throw new Error('This belongs inside an open editor')
  return store
}

/** Subscribes to a part of the editor's state. `select` must not create new objects. */
export function useEditor<T>(select: (state: EditorStoreState) => T): T {
  return useStore(useEditorStore().state, select)
}

export function useApplyEdit(): ApplyEdit {
  const store = useEditorStore()
  return useCallback((what, edit) => void applyEdit(store, what, edit), [store])
}
