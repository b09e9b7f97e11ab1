import { z } from 'zod'
import { answerIdSchema, deviceIdSchema, templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { boundedList, nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { PAYMENT_MODES } from '../../payments/documents/order.ts'
import { centsSchema, quantitySchema } from '../../payments/documents/payment.ts'
import { ticketHashSchema } from './hash.ts'

/** States of a ticket. */
export const TICKET_STATES = ['valid', 'refunded', 'transferred', 'blocked'] as const
export type TicketState = (typeof TICKET_STATES)[number]
/** Directions through a door. */
export const PASSAGE_DIRECTIONS = ['entry', 'exit'] as const
export type PassageDirection = (typeof PASSAGE_DIRECTIONS)[number]
/** Reasons why a door refuses a ticket. */
export const TICKET_REFUSALS = [
  'unknown',
  'forged',
  'wrong-event',
  'cancelled',
  'test-ticket',
  'real-ticket-at-a-test',
  'unpaid',
  'unconfirmed',
  'refunded',
  'transferred',
  'blocked',
  'wrong-zone',
  'too-early',
  'too-late',
  'door-closed',
  'used',
] as const
/** Reason of a scan that no longer counts, because staff discarded the scans of its door link. */
export const DISCARDED_REASON = 'discarded'

/** Maximum passages stored per ticket. */
export const MAX_PASSAGES = 1000
/** Maximum refused scans stored per ticket; more would add no information. */
export const MAX_REFUSED_SCANS = 200
export const MAX_DOOR_NAME_LENGTH = 60
/** Maximum unknown ticket numbers per form whose scans are stored. Limited, because anyone can invent numbers. */
export const MAX_UNKNOWN_TICKETS = 500
/** Maximum door links of one form, including those that ended recently. */
export const MAX_DOOR_LINKS = 50

/** Id of a door link: first digits of the hash of its secret. */
export const linkIdSchema = z.string().regex(/^[0-9a-f]{20}$/)
const zoneIdSchema = z.int().min(0).max(9999)

/** Document `boletos/{hash}`: ticket for one place of a paid event order, with the content of its PDF. */
export const ticketSchema = z.object({
  event: titleSchema.describe('name of the event'),
  ticketCount: quantitySchema.describe('number of people that the ticket admits'),
  address: nameSchema.describe('place of the event'),
  eventDate: instantSchema.optional().describe('start of the event; missing if the form does not name it'),
  eventEnd: instantSchema
    .optional()
    .describe('end of the event; missing if the form does not name it, and in tickets stored by earlier releases'),
  locations: boundedList(titleSchema, 1000).describe('zones or seats'),
  amountPaid: centsSchema.describe("the ticket's share of the order's amount, in cents"),
  ownerName: nameSchema.describe('name of the owner'),
  dni: z.string().max(20).describe('ID number of the owner'),
  email: z.string().max(254).describe('e-mail address of the owner'),
  operationId: z.string().max(200).describe('id of the payment, printed in groups of 25 characters'),
  qrCode: z.string().max(2000).describe('content of the QR code'),
  id: ticketHashSchema.describe('hash of the ticket number; identifies the ticket at doors'),
  number: z
    .string()
    .regex(/^[0-9a-f]{20}$/)
    .describe('ticket number, printed on the ticket and known to the owner only'),
  order: answerIdSchema.describe('id of the order'),
  orderId: z.string().max(200).describe('number of the order'),
  form: templateIdSchema.describe('id of the form'),
  municipality: municipalityPathSchema.describe('municipality of the ticket'),
  area: areaPathSchema.describe('first area of the form'),
  zone: zoneIdSchema.describe('id of the zone'),
  place: z.int().min(0).describe('position of the ticket within the order, from 0'),
  turn: z.int().min(0).describe('number of earlier transfers of the place'),
  mode: z.enum(PAYMENT_MODES).describe('test: paid with a test account'),
  state: z.enum(TICKET_STATES).describe('status, derived from `refunded`, `blocked` and `next`'),
  refunded: z.boolean().describe('true: refunded'),
  blocked: z
    .object({
      by: userIdSchema.describe('who blocked it'),
      at: instantSchema.describe('when it was blocked'),
      reason: z.string().max(500).describe('reason for blocking it'),
    })
    .optional()
    .describe('blocked by staff'),
  next: ticketHashSchema.optional().describe('the ticket that replaced it after a transfer'),
  madeAt: instantSchema.describe('when it was issued'),
})
export type Ticket = DeepReadonly<z.infer<typeof ticketSchema>>

/**
 * Document `{municipality}/pagos/llaves`: keys for signing and numbering tickets. Private keys never leave the server.
 */
export const ticketKeysSchema = z.object({
  keys: boundedList(
    z.object({
      number: z.int().min(1).max(255).describe('id used in ticket codes'),
      publicKey: z.string().max(100).describe('Ed25519, 32 bytes, base64'),
      privateKey: z.string().max(200).describe('PKCS8, base64'),
    }),
    255,
  ).describe('new tickets are signed with the last key'),
  secret: z.string().max(100).describe('base64; ticket numbers are derived from it'),
})
export type TicketKeyRing = DeepReadonly<z.infer<typeof ticketKeysSchema>>

const momentSchema = z.int().min(0).max(8_640_000_000_000_000)

/** Scan at a door, with the result that the door showed. Never changes, except that it may be discarded. */
export const scanSchema = z.object({
  id: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}~\d{1,9}$/)
    .describe("the device's id and a counter; the same at each attempt"),
  ticket: ticketHashSchema.describe('scanned code'),
  at: momentSchema.describe("milliseconds since 1970, by the device's estimate of the server's clock"),
  direction: z.enum(PASSAGE_DIRECTIONS).describe('entry or exit'),
  device: deviceIdSchema.describe('id of the device'),
  door: z.string().trim().min(1).max(MAX_DOOR_NAME_LENGTH).describe('name of the door that the device serves'),
  isAdmitted: z.boolean().describe('whether the ticket was let in; false also for a discarded scan'),
  why: z
    .enum([...TICKET_REFUSALS, DISCARDED_REASON])
    .optional()
    .describe(
      'reason for the refusal; `discarded`: an entry or exit made with a door link whose scans staff have discarded',
    ),
  link: linkIdSchema
    .optional()
    .describe('door link that was used; missing for staff, and in scans stored by earlier releases'),
})
export type StoredScan = DeepReadonly<z.infer<typeof scanSchema>>

/** Document `lecturas/{form}~{hash}`: all scans of a ticket. One document, so that a scan request takes one commit. */
export const ticketScansSchema = z.object({
  form: templateIdSchema.describe('id of the form'),
  ticket: ticketHashSchema.describe('hash of the ticket number; may be unknown if the door could not check the ticket'),
  zone: zoneIdSchema.optional().describe('zone of the ticket; missing where there is none'),
  before: ticketHashSchema.optional().describe('the ticket that was transferred to make this one'),
  scans: boundedList(scanSchema, MAX_PASSAGES + MAX_REFUSED_SCANS).describe(
    'scans in the order in which they were recorded',
  ),
})
export type TicketScans = DeepReadonly<z.infer<typeof ticketScansSchema>>

/**
 * Document `puertas/{form}`: links that open the form's doors without an account, and the number of scanned unknown
 * tickets.
 */
export const doorLinksSchema = z.object({
  form: templateIdSchema.describe('id of the form'),
  links: boundedList(
    z.object({
      id: linkIdSchema.describe('first digits of the hash'),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the secret'),
      name: z.string().max(MAX_DOOR_NAME_LENGTH).describe('name of the door, for staff'),
      until: instantSchema.describe('when it expires'),
      by: userIdSchema.describe('who created it'),
      at: instantSchema.describe('when it was created'),
      ended: instantSchema.optional().describe('when staff ended it; missing otherwise'),
      discarded: z
        .object({
          by: userIdSchema.describe('who discarded the scans'),
          at: instantSchema.describe('when the scans were discarded'),
          next: z.string().max(100).optional().describe('position at which discarding continues; missing when done'),
        })
        .optional()
        .describe("discarding of the link's scans by staff; missing: the scans count"),
    }),
    MAX_DOOR_LINKS,
  ).describe('door links, oldest first'),
  strays: z.int().min(0).optional().describe('number of unknown tickets whose scans are stored'),
})
export type DoorLinks = DeepReadonly<z.infer<typeof doorLinksSchema>>
export type DoorLink = DoorLinks['links'][number]
