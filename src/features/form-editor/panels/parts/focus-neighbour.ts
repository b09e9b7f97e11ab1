import { partId } from '../../element-ids.ts'

/** Puts the focus on what stands beside an element that is about to go. @param otherwise id of what takes it when nothing else is in the list */
export function focusNeighbour(list: readonly { readonly key: string }[], key: string, otherwise: string): void {
  const at = list.findIndex((one) => one.key === key)
  const neighbour = list[at + 1] ?? list[at - 1]
  document.getElementById(neighbour === undefined ? otherwise : partId(neighbour.key))?.focus()
}
