import type { Present } from '#domain/questions/index.ts'

/** The day and the time of day on this device, as answers keep them. */
export function presentOnDevice(): Present {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}
