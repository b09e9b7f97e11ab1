import { DOOR_ACCESS, requireRight } from '../../access/index.ts'
import {
  doorDataSchema,
  doorLinkDiscardedSchema,
  doorLinkIdSchema,
  doorLinkCreatedSchema,
  doorLinkScansSchema,
  shownDoorLinksSchema,
  doorLinkRequestSchema,
  doorOfFormSchema,
  doorReportSchema,
  doorSyncSchema,
  eventGuestsSchema,
} from '../doors-api.ts'
import { eventSalesSchema } from '../event-sales.ts'
import { eventMoveSchema } from '../tickets-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Maximum bytes of a door's report: 500 scans of 200 bytes each, plus overhead. */
const SYNC_BYTES = 160 * 1024

/** Endpoints reply template.missing for a form without tickets, or a form that the caller may not access. */
const doorEndpoint = { params: doorOfFormSchema, missing: 'template.missing' } as const

export const syncDoor = {
  ...doorEndpoint,
  method: 'POST',
  path: '/doors/:form/sync',
  access: DOOR_ACCESS,
  body: doorSyncSchema,
  maxBytes: SYNC_BYTES,
  reply: doorDataSchema,
  summary:
    "Exchange with a door: receives its scans, returns tickets and other doors' scans. A requested entry is decided and stored in one commit. For staff with the right to scan tickets, or for anyone with a door link of this form",
} as const satisfies Endpoint

export const readDoorReport = {
  ...doorEndpoint,
  method: 'GET',
  path: '/doors/:form/report',
  access: requireRight('door', 'pago'),
  reply: doorReportSchema,
  summary: 'Entries and exits of an event by zone, refusals, and tickets that two doors have admitted',
} as const satisfies Endpoint

export const readEventGuests = {
  ...doorEndpoint,
  method: 'GET',
  path: '/events/:form/guests',
  access: requireRight('door', 'pago'),
  reply: eventGuestsSchema,
  summary:
    'Owners of the valid tickets of an event by name, with zone, quantity and entries, but without ticket numbers',
} as const satisfies Endpoint

export const readEventSales = {
  ...doorEndpoint,
  method: 'GET',
  path: '/events/:form/sales',
  access: requireRight('read', 'pago'),
  reply: eventSalesSchema,
  summary: 'For an event: places sold, reserved, remaining and used in each zone, and money by zone and day',
} as const satisfies Endpoint

export const moveEvent = {
  ...doorEndpoint,
  method: 'POST',
  path: '/events/:form/move',
  access: requireRight('update', 'formulario'),
  body: eventMoveSchema,
  reply: 'nothing',
  summary:
    'Publishes a new date of an event and e-mails it to the payers and to the owners of transferred tickets. Refuses with payment.event-cancelled, template.conflict if the form has changed since the named version, and sale.dates',
} as const satisfies Endpoint

export const cancelEvent = {
  ...doorEndpoint,
  method: 'POST',
  path: '/events/:form/cancel',
  access: requireRight('refund', 'pago'),
  reply: 'nothing',
  confirms: true,
  summary:
    'Cancels an event for good: ends ticket sales and entry, and queues the refund of every order and the e-mails to its payer and to the owners of transferred tickets; also needs the right to change the form. For a cancelled event, retries refunds and e-mails that failed; nothing is refunded or sent twice',
} as const satisfies Endpoint

const doorLinkEndpoint = { ...doorEndpoint, access: requireRight('create', 'pago') } as const

export const makeDoorLink = {
  ...doorLinkEndpoint,
  method: 'POST',
  path: '/doors/:form/links',
  body: doorLinkRequestSchema,
  reply: doorLinkCreatedSchema,
  summary: "Creates a door link, with which people without an account scan this form's tickets until the link expires",
} as const satisfies Endpoint

export const listDoorLinks = {
  ...doorLinkEndpoint,
  method: 'GET',
  path: '/doors/:form/links',
  reply: shownDoorLinksSchema,
  summary: 'The door links of a form, without their secrets',
} as const satisfies Endpoint

export const endDoorLink = {
  ...doorLinkEndpoint,
  method: 'DELETE',
  path: '/doors/:form/links/:link',
  params: doorLinkIdSchema,
  reply: 'nothing',
  summary: 'Ends a door link at once; scans that its devices have not sent yet are refused',
} as const satisfies Endpoint

export const countDoorLinkScans = {
  ...doorLinkEndpoint,
  method: 'GET',
  path: '/doors/:form/links/:link/scans',
  params: doorLinkIdSchema,
  reply: doorLinkScansSchema,
  summary: 'Number of scans of a door link that are not discarded',
} as const satisfies Endpoint

export const discardDoorLink = {
  ...doorLinkEndpoint,
  method: 'POST',
  path: '/doors/:form/links/:link/discard',
  params: doorLinkIdSchema,
  reply: doorLinkDiscardedSchema,
  summary:
    'Ends a door link and discards its scans, including those that arrive later: they stay on record and no longer count. Large events need several requests',
} as const satisfies Endpoint
