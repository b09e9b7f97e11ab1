/** Base delay, milliseconds; doubled with each failed attempt. */
const BASE_DELAY_MS = 1_000
/** Maximum delay, milliseconds: under a minute, so that an outbox is sent within a minute after faults end. */
const MAX_DELAY_MS = 40_000

/**
 * Exponential back-off with full jitter: a random delay below a bound that doubles, so that a thousand tablets that
 * lost the server do not return at the same time.
 * @param attempts number of consecutive failed attempts, from 1
 * @param random returns a number in [0, 1)
 * @returns milliseconds
 */
export function computeBackoffDelay(attempts: number, random: () => number): number {
  const maxBackoff = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** Math.min(attempts, 16))
  return Math.floor(random() * maxBackoff)
}
