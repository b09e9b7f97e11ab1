/**
 * Operations on lists. Each returns its input object if nothing changes, so that no undo step and no rendering follow.
 */
type Keyed = { readonly key: string }

/** Replaces the element with this key. */
export function replaceElement<T extends Keyed>(
  list: readonly T[],
  key: string,
  edit: (element: T) => T,
): readonly T[] {
  const index = list.findIndex((element) => element.key === key)
  const before = list[index]
  if (before === undefined) return list
  const after = edit(before)
  return after === before ? list : list.with(index, after)
}

/** Inserts elements. @param index index of the first inserted element; default: at the end of the list */
export function insertElements<T>(
  list: readonly T[],
  elements: readonly T[],
  index: number = list.length,
): readonly T[] {
  return elements.length === 0 ? list : list.toSpliced(Math.max(0, index), 0, ...elements)
}

export function removeElement<T extends Keyed>(list: readonly T[], key: string): readonly T[] {
  return list.some((element) => element.key === key) ? list.filter((element) => element.key !== key) : list
}

/** Moves an element. @param index index of the element after the move, limited to the list */
export function moveElement<T extends Keyed>(list: readonly T[], key: string, index: number): readonly T[] {
  const from = list.findIndex((element) => element.key === key)
  const element = list[from]
  const to = Math.min(Math.max(0, index), list.length - 1)
  return element === undefined || from === to ? list : list.toSpliced(from, 1).toSpliced(to, 0, element)
}

/** Returns the index for a copy of an element: directly after it. */
export function getIndexAfter(list: readonly Keyed[], key: string): number {
  return list.findIndex((element) => element.key === key) + 1
}

/**
 * Returns an object with changed fields. Removes fields set to `undefined`, because stored documents do not have them.
 */
export function applyPatch<T extends object>(before: T, patch: NoInfer<Partial<T>>): T {
  const old = before as Readonly<Record<string, unknown>>
  const changes = Object.entries(patch).filter(([name, value]) => old[name] !== value)
  if (changes.length === 0) return before
  const after: Record<string, unknown> = { ...old }
  for (const [name, value] of changes) {
    if (value === undefined) delete after[name]
    else after[name] = value
  }
  return after as T
}
