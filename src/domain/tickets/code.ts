import { fromBase45, toBase45 } from './base45.ts'

/** What a ticket's code says of itself, so that a door without a network can judge one that was sold a second ago. */
export type TicketFacts = {
  /** of the event's form: `eventMark` */
  readonly event: string
  /** ten random bytes, in hex: what a door's list and its scans know a ticket by */
  readonly ticket: string
  /** which of the form's zones, counted from 0 */
  readonly zone: number
  /** paid with test money: no door of a real event lets it in */
  readonly isTest: boolean
  /** which of the municipality's keys it is signed with */
  readonly key: number
  /** milliseconds, whole minutes; a ticket without them is good as long as the event */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export type TicketKeys = {
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** undefined: this place has no such key, so it cannot say */
  verify(key: number, bytes: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): Promise<boolean | undefined>
}

/** A scanned code. `unknown`: nothing of ours. `unchecked`: signed with a key that this place does not have. */
export type ReadTicket =
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'ticket'; readonly signature: 'good' | 'forged' | 'unchecked' } & TicketFacts)

/** Before anything else in a code, so that a scanner tells a ticket from an address or a barcode of goods. */
const PREFIX = 'RT1:'
const MINUTE = 60_000
const EVENT_BYTES = 8
const TICKET_BYTES = 10
const FACTS_BYTES = 1 + EVENT_BYTES + TICKET_BYTES + 2 + 1 + 4 + 4
const SIGNATURE_BYTES = 64
const TEST = 1
/** A version 6-M code holds 154 of its letters. */
export const LONGEST_TICKET_CODE = 154

/** @param hash SHA-256 of the form's id, in hex */
export function eventMark(hash: string): string {
  return hash.slice(0, EVENT_BYTES * 2)
}

/** @returns what stands in the QR code */
export async function writeTicket(facts: TicketFacts, keys: Pick<TicketKeys, 'sign'>): Promise<string> {
  const bytes = bytesOf(facts)
  const signature = await keys.sign(bytes)
  const whole = new Uint8Array(FACTS_BYTES + SIGNATURE_BYTES)
  whole.set(bytes)
  whole.set(signature, FACTS_BYTES)
  return PREFIX + toBase45(whole)
}

/** @param text as a scanner or a keyboard gives it; what stands around it does not matter */
export async function decodeTicket(text: string, keys: Pick<TicketKeys, 'verify'>): Promise<ReadTicket> {
  const code = text.trim()
  const whole = code.startsWith(PREFIX) ? fromBase45(code.slice(PREFIX.length)) : undefined
  if (whole?.length !== FACTS_BYTES + SIGNATURE_BYTES) return { kind: 'unknown' }
  const bytes = whole.slice(0, FACTS_BYTES)
  const facts = factsOf(bytes)
  const isGood = await keys.verify(facts.key, bytes, whole.slice(FACTS_BYTES))
  return { kind: 'ticket', signature: isGood === undefined ? 'unchecked' : isGood ? 'good' : 'forged', ...facts }
}

function bytesOf({ event, ticket, zone, isTest, key, from, until }: TicketFacts): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FACTS_BYTES)
  const view = new DataView(bytes.buffer)
  bytes[0] = isTest ? TEST : 0
  bytes.set(fromHex(event, EVENT_BYTES), 1)
  bytes.set(fromHex(ticket, TICKET_BYTES), 1 + EVENT_BYTES)
  view.setUint16(19, zone)
  view.setUint8(21, key)
  view.setUint32(22, minutesOf(from))
  view.setUint32(26, minutesOf(until))
  return bytes
}

function factsOf(bytes: Uint8Array<ArrayBuffer>): TicketFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return {
    event: toHex(bytes.subarray(1, 9)),
    ticket: toHex(bytes.subarray(9, 19)),
    zone: view.getUint16(19),
    isTest: ((bytes[0] ?? 0) & TEST) !== 0,
    key: view.getUint8(21),
    from: momentOf(view.getUint32(22)),
    until: momentOf(view.getUint32(26)),
  }
}

/** Zero stands for none: no ticket was sold in 1970. */
const minutesOf = (moment: number | undefined): number => (moment === undefined ? 0 : Math.floor(moment / MINUTE))
const momentOf = (minutes: number): number | undefined => (minutes === 0 ? undefined : minutes * MINUTE)

function fromHex(hex: string, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
