import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { readMeta, writeMeta, type Local } from '#local/index.ts'

/**
 * Minimum change of the offset that is stored, milliseconds. Smaller changes come from network latency, not from the
 * clock.
 */
const MIN_OFFSET_MS = 1000
/** Maximum duration of a request whose time is used, milliseconds. The error of the offset is at most half of it. */
const MAX_ROUND_TRIP = 20_000

/**
 * Stores server time minus device time, assuming that the server read its clock halfway through the request.
 * @param exchange the device's clock before the request and after the reply
 */
export async function storeClockOffset(
  local: Local,
  exchange: { readonly sentAt: number; readonly gotAt: number },
  serverTime: Instant,
): Promise<void> {
  const { sentAt, gotAt } = exchange
  if (gotAt < sentAt || gotAt - sentAt > MAX_ROUND_TRIP) return
  // Turns -0 into 0, because a backup or JSON would do the same later.
  const offset = Math.round(toMilliseconds(serverTime) - (sentAt + gotAt) / 2) + 0
  const known = await readMeta(local, 'clockOffset')
  if (known !== undefined && Math.abs(known - offset) < MIN_OFFSET_MS) return
  await writeMeta(local, 'clockOffset', offset)
}
