import type { Instant } from './instant.ts'

/** Converts to an instant. @param milliseconds since 1970-01-01 UTC */
export function toInstant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString() as Instant
}

/** Converts an instant. @returns milliseconds since 1970-01-01 UTC */
export function toMilliseconds(instant: Instant): number {
  return Date.parse(instant)
}
