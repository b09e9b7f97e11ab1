import { later } from './later.tsx'

/** Loaded on demand, as most lists have one page. */
export const Turning = later(async () => (await import('./turning.tsx')).Turning)
