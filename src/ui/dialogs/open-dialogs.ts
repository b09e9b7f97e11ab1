const listeners = new Set<() => void>()
let open = 0

/** Counts a dialog as open until the returned function is called. */
export function registerOpenDialog(): () => void {
  changeOpenCount(1)
  return () => changeOpenCount(-1)
}

function changeOpenCount(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

export function hasOpenDialog(): boolean {
  return open > 0
}

/** @returns a function that unsubscribes */
export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
