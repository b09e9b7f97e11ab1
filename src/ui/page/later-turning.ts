import { later } from './later.tsx'

/** Loaded separately, because most lists have one page. */
export const Turning = later(async () => (await import('./turning.tsx')).Turning)
