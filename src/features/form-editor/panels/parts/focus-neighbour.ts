import { partId } from '../../element-ids.ts'

/** Focuses the neighbour of an element about to be removed. @param otherwise id to focus if the list becomes empty */
export function focusNeighbour(list: readonly { readonly key: string }[], key: string, otherwise: string): void {
  const at = list.findIndex((one) => one.key === key)
  const neighbour = list[at + 1] ?? list[at - 1]
  document.getElementById(neighbour === undefined ? otherwise : partId(neighbour.key))?.focus()
}
