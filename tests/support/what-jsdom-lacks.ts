// Live queries of Dexie need a global IndexedDB when it is loaded, and test files share loaded modules of a worker.
import 'fake-indexeddb/auto'

/**
 * Browser functions that components need and jsdom lacks, for every test with a window: observers, scrolling, media
 * queries.
 */
if (typeof window !== 'undefined') {
  Object.assign(globalThis, {
    matchMedia: mediaThat(false),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    CSS: { escape: (text: string) => text },
    scrollTo: () => undefined,
  })
  Element.prototype.scrollIntoView = () => undefined
  // In the app these load after the first screen.
  const { loadProblemMessages } = await import('#ui/language/problem-text.ts')
  await loadProblemMessages()
}

/** A `matchMedia` for which every query matches, as in a wide window, or none. */
export function mediaThat(matches: boolean) {
  return (media: string) => ({
    matches,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
}
