import { create } from 'zustand'

/** Whether the search is open. Shared by the top bar, the phone menu and the keyboard shortcut. */
export const useSearchOpen = create<{ readonly opened: boolean }>()(() => ({ opened: false }))

export function setSearchOpen(opened = true): void {
  useSearchOpen.setState({ opened })
}
