import { later } from '../page/later.tsx'

/** Few answers were ever asked to be corrected. */
export const Observations = later(async () => (await import('./observations.tsx')).Observations)
export const RequestBadge = later(async () => (await import('./observations.tsx')).RequestBadge)
