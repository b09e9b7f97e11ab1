type Task = (lock: object | null) => unknown

/** Simulates that another tab has each draft open, until `navigator.locks` is deleted. */
export function holdDraftsElsewhere(): void {
  const request = async (name: string, options: { readonly ifAvailable?: boolean }, task: Task) => {
    if (!name.startsWith('relevo-draft-')) return task({})
    return options.ifAvailable === true ? task(null) : new Promise(() => undefined)
  }
  const value = { request, query: async () => ({ pending: [] }) }
  Object.defineProperty(navigator, 'locks', { value, configurable: true })
}

/** Undoes `holdDraftsElsewhere`. */
export function releaseDraftsElsewhere(): void {
  Reflect.deleteProperty(navigator, 'locks')
}
