import type { SyncRunOptions, SyncOutcome } from './run-sync.ts'

/** Runs one sync at a time in this page or worker. All calls during a run share a single run that follows it. */
export type SingleFlight = {
  /**
   * @returns the outcome of a run that started after this call, so that it includes work that the caller has just saved
   */
  run(options?: SyncRunOptions): Promise<SyncOutcome>
}

export function createSingleFlight(runSync: (options: SyncRunOptions) => Promise<SyncOutcome>): SingleFlight {
  let last: Promise<unknown> = Promise.resolve()
  let next: { hurry: boolean; readonly promise: Promise<SyncOutcome> } | undefined
  return {
    run: ({ hurry = false } = {}) => {
      if (next !== undefined) {
        next.hurry ||= hurry
        return next.promise
      }
      const own = {
        hurry,
        promise: last.then(() => {
          next = undefined
          const run = runSync({ hurry: own.hurry })
          last = run.catch(() => undefined)
          return run
        }),
      }
      next = own
      return own.promise
    },
  }
}
