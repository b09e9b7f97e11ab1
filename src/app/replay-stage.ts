/** What `replay.ts` fetches after the first screen. */
export { runSync } from '#sync/index.ts'
