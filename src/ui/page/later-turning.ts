import { lazyPart } from './later.tsx'

/** Loaded on demand, as most lists have one page. */
export const LazyCursorLinks = lazyPart(async () => (await import('./turning.tsx')).CursorLinks)
