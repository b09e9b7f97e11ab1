import type { RequestFailure } from '#domain/endpoints/index.ts'
import type { DoorData } from '#domain/tickets/index.ts'
import type { DoorRow } from '#local/doors/index.ts'

/** Maximum duration of a request from which the offset is computed, milliseconds. The error is at most half of it. */
const MAX_ROUND_TRIP = 20_000

type TimedReply = { readonly value: Pick<DoorData, 'at'>; readonly sentAt: number; readonly gotAt: number }

/**
 * Returns server time minus device time, milliseconds: the middle of the range that is possible by a request's start
 * and end. A slow request has a wide range, and replaces only an offset outside of it, such as a wrong first offset.
 */
export function computeClockOffset({ value, sentAt, gotAt }: TimedReply, before: number): number {
  // The device's clock was set back during the exchange.
  if (gotAt < sentAt) return before
  const isRoundTripShort = gotAt - sentAt <= MAX_ROUND_TRIP
  const isPossible = before >= value.at - gotAt && before <= value.at - sentAt
  return isRoundTripShort || !isPossible ? Math.round(value.at - (sentAt + gotAt) / 2) : before
}

/**
 * Returns whether the link expired, or the account may no longer use this door. An expired session of an account does
 * not count, because the user can sign in again.
 */
export function isDoorRefused(outcome: RequestFailure, secret: string | undefined): boolean {
  if (outcome.kind === 'sign-in') return secret !== undefined
  return outcome.kind === 'refused' && (outcome.status === 403 || outcome.status === 404)
}

/**
 * Returns whether the link has expired; needs no network. The server accepts no later scan.
 * @param now device time, milliseconds
 */
export function isDoorLinkExpired(row: DoorRow | undefined, now: number): boolean {
  return row?.event?.until !== undefined && now + row.offset >= row.event.until
}
