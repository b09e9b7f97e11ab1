import { toInstant, type Instant } from '#domain/kernel/index.ts'

/** Returns the start of the reader's day. */
export function getStartOfToday(): Instant {
  return toInstant(new Date().setHours(0, 0, 0, 0))
}
