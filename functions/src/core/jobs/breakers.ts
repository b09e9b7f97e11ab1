import type { Clock } from '../ports.ts'

/** Consecutive failures after which a system counts as down; one bad job is not enough. */
export const FAILURES_UNTIL_OPEN = 3
/** Milliseconds for which a system that is down is not called. Each failed trial call doubles the pause. */
const FIRST_PAUSE = 30_000
export const MAX_PAUSE_MS = 10 * 60_000
/** Maximum remembered systems, more than ever exist. Beyond it the oldest are forgotten. */
const MAX_SYSTEMS = 10_000

type BreakerState = { readonly failures: number; readonly pause: number; readonly until: number }
const HEALTHY_STATE: BreakerState = { failures: 0, pause: 0, until: 0 }

/**
 * A circuit breaker for each outside system (or webhook receiver), in memory: a restart tries each again.
 *
 *     closed ──FAILURES in a row──▶ open ──pause is over──▶ half open: one call
 *        ▲                           ▲                        │        │
 *        └──────────────────────────────────────────succeeded┘         │
 *                                    └───────failed, the pause doubles─┘
 */
export type Breakers = {
  /** Number of calls allowed now: none while open, one when half open. */
  allowed(system: string): number
  /** milliseconds until the next allowed call; 0 when allowed now */
  wait(system: string): number
  /** records the outcome of a call */
  note(system: string, isWell: boolean): void
}

/** @param clock milliseconds */
export function createBreakers(clock: Clock): Breakers {
  const states = new Map<string, BreakerState>()
  // Limits the wait to one pause, in case the clock was set back.
  const remainingPause = ({ until, pause }: BreakerState): number => {
    const wait = until - clock()
    return wait > pause ? 0 : Math.max(0, wait)
  }
  const breakerState = (system: string): BreakerState => states.get(system) ?? HEALTHY_STATE
  return {
    allowed: (system) => {
      const state = breakerState(system)
      if (remainingPause(state) > 0) return 0
      return state.failures >= FAILURES_UNTIL_OPEN ? 1 : Infinity
    },
    wait: (system) => remainingPause(breakerState(system)),
    note: (system, isWell) => {
      const state = breakerState(system)
      states.delete(system)
      if (isWell) return
      const failures = state.failures + 1
      const isNewlyOpen = failures >= FAILURES_UNTIL_OPEN && remainingPause(state) === 0
      const pause = isNewlyOpen ? Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE, state.pause * 2)) : state.pause
      states.set(system, { failures, pause, until: isNewlyOpen ? clock() + pause : state.until })
      const [oldest] = states.keys()
      if (states.size > MAX_SYSTEMS && oldest !== undefined) states.delete(oldest)
    },
  }
}
