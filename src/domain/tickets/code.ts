/**
 * Content of a ticket's code. It suffices for a door without a network to check a ticket that was sold a second ago.
 */
export type TicketFacts = {
  /** mark of the event's form: `buildEventMark` */
  readonly event: string
  /** the ticket's number, ten bytes in hex; its hash identifies the ticket in door lists and scans */
  readonly ticket: string
  /** id of the zone in the form */
  readonly zone: number
  /** paid in test mode; not admitted at events in live mode */
  readonly isTest: boolean
  /** number of the municipality's key that signed the code */
  readonly key: number
  /** start of validity in milliseconds, whole minutes; missing: limited only by the event's opening hours */
  readonly from?: number | undefined
  /** end of validity, exclusive; otherwise like `from` */
  readonly until?: number | undefined
}

export type TicketKeys = {
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** undefined: the key is not available */
  verify(key: number, bytes: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): Promise<boolean | undefined>
}

/** Decoded ticket code. `unknown`: not one of our codes; `unchecked`: signed with a key that is not available. */
export type DecodedTicket =
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'ticket'; readonly signature: 'good' | 'forged' | 'unchecked' } & TicketFacts)

/** Prefix of a code, by which scanners distinguish tickets from URLs and barcodes. */
const PREFIX = 'RT1:'
const MINUTE = 60_000
const EVENT_BYTES = 8
const TICKET_BYTES = 10
const FACTS_BYTES = 1 + EVENT_BYTES + TICKET_BYTES + 2 + 1 + 4 + 4
const SIGNATURE_BYTES = 64
const TEST = 1
/** Maximum characters of a ticket code, so that it fits a QR code of version 6-M. */
export const MAX_TICKET_CODE_LENGTH = 154

/** Returns the mark of an event in ticket codes. @param hash SHA-256 of the form's id, in hex */
export function buildEventMark(hash: string): string {
  return hash.slice(0, EVENT_BYTES * 2)
}

/** Signs and encodes a ticket. @returns content of the QR code */
export async function encodeTicket(facts: TicketFacts, keys: Pick<TicketKeys, 'sign'>): Promise<string> {
  const bytes = encodeFacts(facts)
  const signature = await keys.sign(bytes)
  const wholeBytes = new Uint8Array(FACTS_BYTES + SIGNATURE_BYTES)
  wholeBytes.set(bytes)
  wholeBytes.set(signature, FACTS_BYTES)
  return PREFIX + toBase45(wholeBytes)
}

/** Decodes and verifies a ticket. @param text scanned or typed text; surrounding whitespace is ignored */
export async function decodeTicket(text: string, keys: Pick<TicketKeys, 'verify'>): Promise<DecodedTicket> {
  const code = text.trim()
  const wholeBytes = code.startsWith(PREFIX) ? fromBase45(code.slice(PREFIX.length)) : undefined
  if (wholeBytes?.length !== FACTS_BYTES + SIGNATURE_BYTES) return { kind: 'unknown' }
  const bytes = wholeBytes.slice(0, FACTS_BYTES)
  const facts = decodeFacts(bytes)
  const isGood = await keys.verify(facts.key, bytes, wholeBytes.slice(FACTS_BYTES))
  const checked = isGood === true ? 'good' : 'forged'
  return { kind: 'ticket', signature: isGood === undefined ? 'unchecked' : checked, ...facts }
}

function encodeFacts({ event, ticket, zone, isTest, key, from, until }: TicketFacts): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FACTS_BYTES)
  const view = new DataView(bytes.buffer)
  bytes[0] = isTest ? TEST : 0
  bytes.set(parseHex(event, EVENT_BYTES), 1)
  bytes.set(parseHex(ticket, TICKET_BYTES), 1 + EVENT_BYTES)
  view.setUint16(19, zone)
  view.setUint8(21, key)
  view.setUint32(22, toMinutes(from))
  view.setUint32(26, toMinutes(until))
  return bytes
}

function decodeFacts(bytes: Uint8Array<ArrayBuffer>): TicketFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return {
    event: toHex(bytes.subarray(1, 9)),
    ticket: toHex(bytes.subarray(9, 19)),
    zone: view.getUint16(19),
    isTest: ((bytes[0] ?? 0) & TEST) !== 0,
    key: view.getUint8(21),
    from: fromMinutes(view.getUint32(22)),
    until: fromMinutes(view.getUint32(26)),
  }
}

/** Converts milliseconds to minutes since 1970; zero means no limit. */
const toMinutes = (moment: number | undefined): number => (moment === undefined ? 0 : Math.floor(moment / MINUTE))
const fromMinutes = (minutes: number): number | undefined => (minutes === 0 ? undefined : minutes * MINUTE)

function parseHex(hex: string, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Base45 alphabet (RFC 9285): the densest QR encoding except digits, and independent of character sets. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = ALPHABET.length

export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 2) {
    const isPair = index + 1 < bytes.length
    let rest = isPair ? (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0) : (bytes[index] ?? 0)
    for (let digits = isPair ? 3 : 2; digits > 0; digits--) {
      text += ALPHABET[rest % BASE]
      rest = Math.floor(rest / BASE)
    }
  }
  return text
}

/** Decodes Base45. @returns undefined if invalid */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = Array.from(text, (character) => ALPHABET.indexOf(character))
  if (digits.includes(-1) || digits.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let index = 0; index < digits.length; index += 3) {
    const [low = 0, middle = 0, high] = digits.slice(index, index + 3)
    const value = low + middle * BASE + (high ?? 0) * BASE * BASE
    if (value > (high === undefined ? 0xff : 0xffff)) return undefined
    if (high !== undefined) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}
