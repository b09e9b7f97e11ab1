/** Base of the wait, in milliseconds; doubled with each failed attempt. */
const BASE = 1_000
/** Longest wait: under a minute, so that an outbox drains within a minute once faults stop. */
const MAX_DELAY_MS = 40_000

/**
 * Exponential back-off with full jitter: a random wait below the doubled bound, so that a thousand tablets that lost
 * the server do not return at the same time.
 * @param attempts consecutive failed attempts, from 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function backoffDelay(attempts: number, random: () => number): number {
  const bound = Math.min(MAX_DELAY_MS, BASE * 2 ** Math.min(attempts, 16))
  return Math.floor(random() * bound)
}
