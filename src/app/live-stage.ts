/** A file of its own: nobody waits for it before the first screen stands. */
export { browserLiveHost, startLive } from '#sync/index.ts'
