import type { Decision, Found, Key, Unit } from '#domain/sync/index.ts'

/** A unit whose keys are known beforehand. `decide` may run more than once. */
export function unitOver<R>(keys: readonly Key[], decide: (found: Found) => Decision<R>): Unit<R> {
  return { keysFor: () => keys, decide }
}
