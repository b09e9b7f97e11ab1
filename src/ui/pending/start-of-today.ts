import { toInstant, type Instant } from '#domain/kernel/index.ts'

/** Where the reader's day began. */
export function startOfToday(): Instant {
  return toInstant(new Date().setHours(0, 0, 0, 0))
}
