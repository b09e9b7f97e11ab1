// Dexie's live queries run only where there was a global IndexedDB when Dexie was loaded, and test files share what a worker has loaded.
import 'fake-indexeddb/auto'

/** What jsdom lacks and components ask for, for every test with a window: nothing is watched, nothing scrolls, and no media query holds. */
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
  const { loadProblemWords } = await import('#ui/words/problem-text.ts')
  await loadProblemWords()
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
