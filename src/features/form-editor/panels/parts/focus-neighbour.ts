import { partId } from '../../element-ids.ts'

/** Focuses what stands beside an element about to go. @param otherwise id of what is focused if the list has no more */
export function focusNeighbour(list: readonly { readonly key: string }[], key: string, otherwise: string): void {
  const at = list.findIndex((one) => one.key === key)
  const neighbour = list[at + 1] ?? list[at - 1]
  document.getElementById(neighbour === undefined ? otherwise : partId(neighbour.key))?.focus()
}
