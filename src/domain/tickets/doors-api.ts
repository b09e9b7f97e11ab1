import { z } from 'zod'
import { nameSchema, titleSchema } from '../kernel/building-blocks.ts'
import { ticketHashSchema } from './documents/hash.ts'
import { REENTRY_RULES } from './documents/sale.ts'
import {
  PASSAGE_DIRECTIONS,
  linkIdSchema,
  MAX_DOOR_NAME_LENGTH,
  TICKET_REFUSALS,
  scanSchema,
  type StoredScan,
} from './documents/ticket.ts'
import { deviceIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { requiredText } from '../kernel/required-text.ts'
import { instantSchema } from '../kernel/instant.ts'
import { listedTicketSchema } from './tickets.ts'

/** Maximum scans per report. A door that was offline for a day sends several reports. */
export const MAX_SCANS_PER_REPORT = 500
/** Maximum tickets per reply. */
export const MAX_TICKETS_PER_REPLY = 5_000
/** Maximum scans per reply. */
export const MAX_SCANS_PER_REPLY = 2_000

/** Time in milliseconds, as in `Date`. */
const momentSchema = scanSchema.shape.at.describe('time, in milliseconds since 1970')
const zoneIdSchema = z.int().min(0).max(9999)
const doorNameSchema = scanSchema.shape.door
/** Scan as its door reports it. */
const sentScanSchema = scanSchema
  .omit({ device: true, door: true, link: true })
  .extend({ why: z.enum(TICKET_REFUSALS).optional().describe('reason for the refusal') })
  .strict()

/** Scan as part of a verdict of `judgeTicket`. */
const seenSchema = z.object({
  ticket: z.string(),
  at: momentSchema,
  direction: z.enum(PASSAGE_DIRECTIONS),
  device: z.string(),
  door: z.string(),
  isAdmitted: z.boolean(),
})
const verdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('admitted'), direction: z.enum(PASSAGE_DIRECTIONS), isUnlisted: z.boolean() }),
  z.object({ kind: z.literal('same-scan'), was: seenSchema }),
  z.object({ kind: z.literal('refused'), why: z.enum(TICKET_REFUSALS), before: seenSchema.optional() }),
])

const cursorSchema = z.string().max(100)

/** Report of a door, with cursors of the data that it already has. */
export const doorSyncSchema = z.strictObject({
  device: deviceIdSchema,
  door: doorNameSchema,
  scans: z
    .array(sentScanSchema)
    .max(MAX_SCANS_PER_REPORT)
    .readonly()
    .describe('scans made since the last exchange; each is stored once, by its id'),
  ask: sentScanSchema
    .omit({ isAdmitted: true, why: true })
    .extend({ zones: z.array(zoneIdSchema).max(200).readonly().optional() })
    .strict()
    .optional()
    .describe('a scan to decide now; the decision is stored in the same commit. `zones`: zones that this door admits'),
  listAfter: cursorSchema.optional().describe('`listNext` of the previous reply'),
  scansAfter: cursorSchema.optional().describe('`scansNext` of the previous reply'),
})
export type DoorSync = Readonly<z.infer<typeof doorSyncSchema>>
/** Scan about which a door asks the server. */
export type ScanRequest = Omit<StoredScan, 'isAdmitted' | 'why' | 'at'> & {
  readonly zones?: readonly number[] | undefined
}

export const doorEventSchema = z.object({
  form: templateIdSchema,
  title: titleSchema,
  mark: z.string().describe('id of the event in its tickets'),
  isTest: z.boolean().describe('true: a test account receives its payments'),
  isCancelled: z.literal(true).optional().describe('true: no one is admitted'),
  opens: momentSchema.optional(),
  closes: momentSchema.optional(),
  until: momentSchema.optional().describe('when the link in use expires; missing for staff'),
  again: z.enum(REENTRY_RULES),
  zones: z.array(z.object({ zone: zoneIdSchema, name: titleSchema })).readonly(),
  timeZone: z.string().optional().describe('time zone of the municipality; missing on devices with older data'),
})
export type DoorEvent = Readonly<z.infer<typeof doorEventSchema>>

export const doorDataSchema = z.object({
  event: doorEventSchema,
  keys: z.array(z.object({ number: z.int(), publicKey: z.string().describe('Ed25519, 32 bytes, base64') })).readonly(),
  tickets: z.array(listedTicketSchema).max(MAX_TICKETS_PER_REPLY).readonly(),
  listNext: cursorSchema,
  scans: z
    .array(scanSchema.omit({ link: true }))
    .readonly()
    .describe('scans of other devices and discarded ones of this device; may repeat known ones'),
  scansNext: cursorSchema,
  more: z.boolean().describe('true: more tickets or scans remain; ask again at once'),
  verdict: verdictSchema
    .optional()
    .describe('the decision on the requested entry; sending the same id again returns the same decision'),
  dropped: z
    .array(scanSchema.shape.id)
    .max(MAX_SCANS_PER_REPORT)
    .readonly()
    .optional()
    .describe(
      'scans that were not accepted: outside the opening hours, after the link expired, or of too many unknown tickets',
    ),
  isOver: z
    .literal(true)
    .optional()
    .describe(
      'true: the link has expired, or its scans have been discarded; only scans made before `event.until` are accepted, and no data is returned',
    ),
  at: momentSchema.describe("milliseconds since 1970, by the server's clock"),
})
export type DoorData = Readonly<z.infer<typeof doorDataSchema>>

export const doorOfFormSchema = z.object({ form: templateIdSchema })

/** Statistics of an event's doors. */
export const doorReportSchema = z.object({
  at: momentSchema,
  zones: z
    .array(
      z.object({
        zone: zoneIdSchema.nullable().describe('null: tickets that are not on the list'),
        name: titleSchema,
        sold: z.int(),
        entered: z.int().describe('number of tickets that were admitted at least once'),
        left: z.int().describe('number of exits'),
        inside: z.int().describe('number of tickets whose last passage was an entry'),
      }),
    )
    .readonly(),
  refused: z.array(z.object({ why: z.enum(TICKET_REFUSALS), count: z.int() })).readonly(),
  doubles: z
    .array(z.object({ ticket: ticketHashSchema, first: scanSchema, second: scanSchema }))
    .readonly()
    .describe('tickets that two doors have admitted, newest first'),
  doors: z
    .array(z.object({ device: deviceIdSchema, door: doorNameSchema, scans: z.int(), last: momentSchema }))
    .readonly()
    .describe('devices that have reported scans'),
})
export type DoorReport = Readonly<z.infer<typeof doorReportSchema>>

/** Owners of valid tickets, sorted by name, for staff at the door. */
export const eventGuestsSchema = z.object({
  title: titleSchema.describe('name of the event'),
  guests: z
    .array(
      z.object({
        name: nameSchema.describe('name of the owner of the tickets'),
        zone: z.string().describe('zone or seats'),
        quantity: z.int().describe('number of people that the tickets admit'),
        used: z.int().describe('number of people who have entered'),
      }),
    )
    .readonly()
    .describe('one line for each order, owner and zone, by name'),
  unlisted: z
    .object({
      blocked: z.int().describe('number of people whose tickets are blocked'),
      refunded: z.int().describe('number of people whose tickets are refunded'),
    })
    .describe('people whose tickets are not valid; transferred tickets are listed under their new owner'),
})
export type EventGuests = Readonly<z.infer<typeof eventGuestsSchema>>

/** Request for a door link. `until`: at most the result of `computeLatestLinkEnd`, which is also the default. */
export const doorLinkRequestSchema = z.strictObject({
  name: requiredText(MAX_DOOR_NAME_LENGTH),
  until: instantSchema.optional(),
})

/** `url` is `/entradas/{form}#d1.<secret>`. It is shown only once, because only a hash of the secret is stored. */
export const doorLinkCreatedSchema = z.object({ id: z.string(), url: z.string(), until: instantSchema })
export const doorLinkIdSchema = z.object({ form: templateIdSchema, link: linkIdSchema })
export const shownDoorLinksSchema = z.object({
  links: z
    .array(
      z.object({
        id: z.string(),
        name: doorNameSchema,
        until: instantSchema,
        at: instantSchema.describe('creation time'),
        by: z.string().describe('who created it'),
        ended: instantSchema.optional().describe('when staff ended it'),
        discarded: z
          .object({ at: instantSchema, isDone: z.boolean().describe('false: more scans remain; repeat the request') })
          .optional()
          .describe("discarding of the link's scans by staff; missing: the scans count"),
      }),
    )
    .readonly(),
})
export type ShownDoorLinks = Readonly<z.infer<typeof shownDoorLinksSchema>>

/** Number of scans that would be discarded with a link. */
export const doorLinkScansSchema = z.object({
  scans: z.int().describe('number of scans of this link that are not discarded'),
})
/** Result of one request to discard the scans of a link. */
export const doorLinkDiscardedSchema = z.object({
  scans: z.int().describe('number of scans discarded by this request'),
  isDone: z.boolean().describe('false: more scans remain; repeat the request to continue'),
})

/** Prefix of a door link's bearer token, by which the server distinguishes it from other tokens. */
export const DOOR_LINK_PREFIX = 'd1.'
export const doorBearerSchema = z.string().regex(/^d1\.[A-Za-z0-9_-]{43}$/)
