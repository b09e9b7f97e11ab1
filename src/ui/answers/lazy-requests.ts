import { lazyPart } from '../page/lazy-part.tsx'

/** Loaded on demand, as few answers have requests for changes. */
export const LazyObservations = lazyPart(async () => (await import('./observations.tsx')).Observations)
export const LazyRequestBadge = lazyPart(async () => (await import('./observations.tsx')).RequestBadge)
