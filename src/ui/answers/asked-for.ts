import { later } from '../page/later.tsx'

/** Loaded separately, because few answers have ever had a request for changes. */
export const Observations = later(async () => (await import('./observations.tsx')).Observations)
export const RequestBadge = later(async () => (await import('./observations.tsx')).RequestBadge)
