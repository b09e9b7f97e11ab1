import { later } from '../page/later.tsx'

/** Loaded on demand, as few answers have requests for changes. */
export const Observations = later(async () => (await import('./observations.tsx')).Observations)
export const RequestBadge = later(async () => (await import('./observations.tsx')).RequestBadge)
