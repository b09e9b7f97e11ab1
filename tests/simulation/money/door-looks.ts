import type { StoredScan, Ticket, Scan } from '#domain/tickets/index.ts'
import type { ScanResult } from '#sync/doors/index.ts'

/** Code held before a scanner: a ticket's own code, its number, or a code that was never sold. */
export type Presented = {
  readonly kind: 'genuine' | 'typed' | 'forged' | 'other event' | 'other money'
  readonly code: string
  readonly ticket: Ticket
}
/** A scan, in ms of the world. `said` is missing when the page was killed before it showed a result. */
export type Look = {
  readonly device: string
  readonly door: string
  readonly direction: Scan['direction']
  readonly what: Presented
  readonly began: number
  readonly ended: number
  readonly said: ScanResult | undefined
}
/** A look with a shown result. */
export type Seen = Look & { readonly said: Extract<ScanResult, { readonly kind: 'said' }> }
/** A scan as it was committed. */
export type Stored = StoredScan & {
  /** when it was committed */ readonly known: number
  /** time of discarding */ readonly gone?: number
}

export function isSeen(look: Look): look is Seen {
  return look.said?.kind === 'said'
}

export function placeOf(before: ReadonlyMap<string, string>, ticket: string): string {
  const earlier = before.get(ticket)
  return earlier === undefined ? ticket : placeOf(before, earlier)
}

export function isSame({ known: _, gone: __, ...stored }: Stored, scan: StoredScan): boolean {
  return JSON.stringify(stored) === JSON.stringify(scan)
}

/** The server tells doors of a cancelled event that they are closed. */
export function isSameReason(one: string | undefined, other: string | undefined): boolean {
  const reason = (why: string | undefined) => (why === 'cancelled' ? 'door-closed' : why)
  return reason(one) === reason(other)
}
