import { getPartElementId } from '../../element-ids.ts'

/** Focuses a neighbour of a list element that will be removed. @param otherwise id to focus if the list gets empty */
export function focusNeighbour(list: readonly { readonly key: string }[], key: string, otherwise: string): void {
  const index = list.findIndex((item) => item.key === key)
  const neighbour = list[index + 1] ?? list[index - 1]
  document.getElementById(neighbour === undefined ? otherwise : getPartElementId(neighbour.key))?.focus()
}
