import type { Failure } from '#domain/endpoints/index.ts'
import type { DoorKnowledge } from '#domain/tickets/index.ts'
import type { DoorRow } from '#local/doors/index.ts'

/** A slower exchange tells too little of the clock: the error is up to half of its length. */
const LONGEST_ROUND_TRIP = 20_000

type Timed = { readonly value: Pick<DoorKnowledge, 'at'>; readonly sentAt: number; readonly gotAt: number }

/**
 * Server time minus device time, milliseconds: the middle of what an exchange leaves possible. A slow one leaves a wide
 * span, and betters only what lies outside of it, as a first offset often does.
 */
export function offsetOf({ value, sentAt, gotAt }: Timed, before: number): number {
  // The device's clock was set meanwhile.
  if (gotAt < sentAt) return before
  const isTelling = gotAt - sentAt <= LONGEST_ROUND_TRIP
  const isPossible = before >= value.at - gotAt && before <= value.at - sentAt
  return isTelling || !isPossible ? Math.round(value.at - (sentAt + gotAt) / 2) : before
}

/** Its link has ended, or the account may not keep this door; a session that has ended is signed in to again. */
export function isOver(outcome: Failure, secret: string | undefined): boolean {
  if (outcome.kind === 'sign-in') return secret !== undefined
  return outcome.kind === 'refused' && (outcome.status === 403 || outcome.status === 404)
}

/** Known without a network: its link's time is over; the server takes nothing seen later. @param now device time */
export function isPast(row: DoorRow | undefined, now: number): boolean {
  return row?.event?.until !== undefined && now + row.offset >= row.event.until
}
