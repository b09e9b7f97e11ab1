// Live queries of Dexie need a global IndexedDB when it is loaded, and test files share what a worker has loaded.
import 'fake-indexeddb/auto'

/** What components ask for and jsdom lacks, in every test with a window: no watching, no scrolling, no media query. */
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
  // In the app they come after the first screen.
  const { loadProblemMessages } = await import('#ui/language/problem-text.ts')
  await loadProblemMessages()
}

/** A `matchMedia` whose every query holds, as in a wide window, or none. */
export function mediaThat(matches: boolean) {
  return (media: string) => ({
    matches,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
}
