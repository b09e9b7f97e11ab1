import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { readMeta, writeMeta, type Local } from '#local/index.ts'

/** Smaller differences come from the connection, not from the clock. */
const NOTEWORTHY = 1000
/** Slower exchanges are ignored: the error is up to half of their duration. */
const MAX_ROUND_TRIP = 20_000

/**
 * Stores server time minus device time, with the server time read half-way through the exchange.
 * @param exchange the device's clock before and after
 */
export async function noteServerTime(
  local: Local,
  exchange: { readonly sentAt: number; readonly gotAt: number },
  serverTime: Instant,
): Promise<void> {
  const { sentAt, gotAt } = exchange
  if (gotAt < sentAt || gotAt - sentAt > MAX_ROUND_TRIP) return
  // Avoids -0, which a backup or JSON would turn into 0.
  const offset = Math.round(toMilliseconds(serverTime) - (sentAt + gotAt) / 2) + 0
  const known = await readMeta(local, 'clockOffset')
  if (known !== undefined && Math.abs(known - offset) < NOTEWORTHY) return
  await writeMeta(local, 'clockOffset', offset)
}
