import { later } from './later.tsx'

/** Most lists have one page. */
export const Turning = later(async () => (await import('./turning.tsx')).Turning)
