import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { readMeta, writeMeta, type Local } from '#local/index.ts'

/** Smaller changes are the line's, not the clock's. */
const NOTEWORTHY = 1000
/** A slower exchange tells too little: the error is up to half of its length. */
const LONGEST_ROUND_TRIP = 20_000

/** Server minus device time, the former read half-way through. @param exchange the device's clock before and after */
export async function noteServerTime(
  local: Local,
  exchange: { readonly sentAt: number; readonly gotAt: number },
  serverTime: Instant,
): Promise<void> {
  const { sentAt, gotAt } = exchange
  if (gotAt < sentAt || gotAt - sentAt > LONGEST_ROUND_TRIP) return
  // Never -0, which a backup or the wire would bring back as 0.
  const offset = Math.round(toMilliseconds(serverTime) - (sentAt + gotAt) / 2) + 0
  const known = await readMeta(local, 'clockOffset')
  if (known !== undefined && Math.abs(known - offset) < NOTEWORTHY) return
  await writeMeta(local, 'clockOffset', offset)
}
