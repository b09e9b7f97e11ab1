import {
  MAX_PLACES_PER_ORDER,
  type TicketKeyRing,
  buildEventMark,
  buildTicketSeed,
  encodeTicket,
} from '#domain/tickets/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { loadTicketKeysUnit, addTicketsUnit, type NewTicket } from '#domain/tickets/judge/index.ts'
import { ok, toHex, toInstant, type MunicipalityPath } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports } from '../ports.ts'

const SECRET_BYTES = 32
/** Length in hex digits of a ticket's number, and of its hash that doors use. */
const HEX_DIGITS = 20
/** Tickets per commit. */
const BATCH_SIZE = 50

/**
 * Creates a paid order's tickets, one per place. Ticket numbers are derived from the order, so a repeated or
 * interrupted run creates the same tickets.
 */
export async function createTickets(
  { store, clock, random }: Pick<Ports, 'store' | 'clock' | 'random'>,
  _: Connectors,
  { payload: { answer } }: JobOf<'payment.tickets'>,
): Promise<JobResult> {
  const order = await store.get(keys.paymentOrder(answer))
  if (order?.isEvent !== true || order.delivery !== 'delivered') return JOB_NOT_NEEDED
  const ring = await ensureTicketKeys({ store, random }, order.municipality)
  const places = Math.min(order.quanty, MAX_PLACES_PER_ORDER)
  for (let from = 0; from < places; from += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, places - from) }, (_, index) => from + index)
    const newTickets = await Promise.all(some.map((place) => createTicket(ring, order, place, 0)))
    const result = await store.commit(addTicketsUnit(order.id, newTickets, toInstant(clock())))
    if (!result.ok) return { ...result, isFinal: true }
  }
  return ok({ id: String(places) })
}

/**
 * Keys that sign and number a municipality's tickets, created on first use. If two requests create them concurrently,
 * both callers get the stored keys.
 */
export async function ensureTicketKeys(
  { store, random }: Pick<Ports, 'store' | 'random'>,
  municipality: MunicipalityPath,
): Promise<TicketKeyRing> {
  const known = await store.get(keys.ticketKeys(municipality))
  return known ?? store.commit(loadTicketKeysUnit(municipality, await createKeyRing(random)))
}

async function createKeyRing(random: Ports['random']): Promise<TicketKeyRing> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('publicKey' in pair)) throw new Error('An Ed25519 key is a pair')
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return {
    keys: [
      { number: 1, publicKey: toBase64(new Uint8Array(publicKey)), privateKey: toBase64(new Uint8Array(privateKey)) },
    ],
    secret: toBase64(random(SECRET_BYTES)),
  }
}

/**
 * The ticket of a place. Repeated calls return the same ticket, but its signature may be made with a newer key.
 * @param turn number of earlier transfers
 */
export async function createTicket(
  { keys: ring, secret }: TicketKeyRing,
  { id, form, zone = 0, mode }: Pick<PaymentOrder, 'id' | 'form' | 'zone' | 'mode'>,
  place: number,
  turn: number,
): Promise<NewTicket> {
  const signing = ring.at(-1)
  if (signing === undefined) throw new Error('A key ring has no key')
  const number = (await computeHmacHex(secret, buildTicketSeed(id, place, turn))).slice(0, HEX_DIGITS)
  const key = await crypto.subtle.importKey('pkcs8', fromBase64(signing.privateKey), 'Ed25519', false, ['sign'])
  const facts = {
    event: buildEventMark(await sha256Hex(form)),
    ticket: number,
    zone,
    isTest: mode === 'test',
    key: signing.number,
  }
  const code = await encodeTicket(facts, {
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)),
  })
  return { hash: await hashTicketNumber(number), number, place, turn, code }
}

/** The hash by which doors identify a ticket. */
export async function hashTicketNumber(number: string): Promise<string> {
  return (await sha256Hex(number)).slice(0, HEX_DIGITS)
}

async function computeHmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64(secret), algorithm, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
