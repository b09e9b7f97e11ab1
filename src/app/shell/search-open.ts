import { create } from 'zustand'

/** Whether the search is open: the top bar, a phone's menu and the keyboard open the same one. */
export const useSearchOpen = create<{ readonly opened: boolean }>()(() => ({ opened: false }))

export function openSearch(opened = true): void {
  useSearchOpen.setState({ opened })
}
