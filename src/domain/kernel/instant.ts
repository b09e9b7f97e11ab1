import { z } from 'zod'

/** A moment, as UTC text with milliseconds: `2026-11-21T13:05:00.000Z`. Sorts as text. */
export const instantSchema = z.iso.datetime({ precision: 3 }).brand<'Instant'>()
export type Instant = z.infer<typeof instantSchema>

/** @param milliseconds since 1970-01-01 UTC, from a clock that the caller passes in */
export function toInstant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString() as Instant
}

/** @returns milliseconds since 1970-01-01 UTC */
export function toMilliseconds(instant: Instant): number {
  return Date.parse(instant)
}
