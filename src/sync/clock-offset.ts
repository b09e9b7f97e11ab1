import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { readMeta, writeMeta, type Local } from '#local/index.ts'

/** Minimum change that is stored, milliseconds. Smaller ones come from the connection, not from the clock. */
const MIN_OFFSET_MS = 1000
/** Maximum duration of an exchange, milliseconds. The error of the time is up to half of it. */
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
  if (known !== undefined && Math.abs(known - offset) < MIN_OFFSET_MS) return
  await writeMeta(local, 'clockOffset', offset)
}
