import type { Instant } from './instant.ts'

/** @param milliseconds since 1970-01-01 UTC, from a clock that the caller passes in */
export function toInstant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString() as Instant
}

/** @returns milliseconds since 1970-01-01 UTC */
export function toMilliseconds(instant: Instant): number {
  return Date.parse(instant)
}
