import { DOOR, right } from '../../access/index.ts'
import {
  doorKnowledgeSchema,
  doorLinkDiscardedSchema,
  doorLinkIdSchema,
  doorLinkMadeSchema,
  doorLinkScansSchema,
  doorLinksShownSchema,
  doorLinkWishSchema,
  doorOfFormSchema,
  doorReportSchema,
  doorSyncSchema,
} from '../doors-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Maximum bytes of a door's report: 500 scans of 200 bytes, with overhead. */
const SYNC_BYTES = 160 * 1024

/** Missing for forms without tickets or outside of the caller's reach. */
const ofForm = { params: doorOfFormSchema, missing: 'template.missing' } as const

export const syncDoor = {
  ...ofForm,
  method: 'POST',
  path: '/doors/:form/sync',
  access: DOOR,
  body: doorSyncSchema,
  mostBytes: SYNC_BYTES,
  reply: doorKnowledgeSchema,
  summary:
    "What a door tells of its scans, and hears of tickets and of other doors' scans; what it asks is judged and kept in one commit. For staff with the right, and for who shows a link of this form",
} as const satisfies Endpoint

export const readDoorReport = {
  ...ofForm,
  method: 'GET',
  path: '/doors/:form/report',
  access: right('door', 'pago'),
  reply: doorReportSchema,
  summary: 'How many have come in and gone out by zone, what was refused, and what two doors have let in twice',
} as const satisfies Endpoint

const ofLinks = { ...ofForm, access: right('create', 'pago') } as const

export const makeDoorLink = {
  ...ofLinks,
  method: 'POST',
  path: '/doors/:form/links',
  body: doorLinkWishSchema,
  reply: doorLinkMadeSchema,
  summary:
    'A link that opens the door of this form and nothing else, for people without an account; ends with the event',
} as const satisfies Endpoint

export const listDoorLinks = {
  ...ofLinks,
  method: 'GET',
  path: '/doors/:form/links',
  reply: doorLinksShownSchema,
  summary: 'The links that open the door of a form, without their secrets',
} as const satisfies Endpoint

export const endDoorLink = {
  ...ofLinks,
  method: 'DELETE',
  path: '/doors/:form/links/:link',
  params: doorLinkIdSchema,
  reply: 'nothing',
  summary: 'Ends a link: what its devices still tell is not taken any more',
} as const satisfies Endpoint

export const countDoorLinkScans = {
  ...ofLinks,
  method: 'GET',
  path: '/doors/:form/links/:link/scans',
  params: doorLinkIdSchema,
  reply: doorLinkScansSchema,
  summary: 'How many passages were scanned by a link and still count',
} as const satisfies Endpoint

export const discardDoorLink = {
  ...ofLinks,
  method: 'POST',
  path: '/doors/:form/links/:link/discard',
  params: doorLinkIdSchema,
  reply: doorLinkDiscardedSchema,
  summary:
    'Ends a link and discards its scans: passages stay on record and count no more, also those that arrive later. Large events take several requests',
} as const satisfies Endpoint
