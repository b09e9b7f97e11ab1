import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { citizenPermitSchema, portalCitizenSchema } from './documents/portal.ts'
import { publicFormSchema } from '../pages/documents.ts'
import { buildAlternativeFields, nameSchema } from '../kernel/building-blocks.ts'
import { citizenAuthorSchema } from '../kernel/author.ts'
import { answerIdSchema, citizenIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'

/** Maximum characters of a portal's token. */
const MAX_TOKEN = 2000
/** Maximum answers in a citizen's list, newest first. */
export const MAX_OWN_ANSWERS = 200
/** Maximum characters of a permit. */
const MAX_PERMIT = 4_200

/** Bearer token: 256 random bits. */
const BEARER = /^[A-Za-z0-9_-]{43}$/
export const CITIZEN_HEADER = 'x-relevo-citizen'
/** Header with permits for sending after the session has ended, separated by commas. */
export const PERMIT_HEADER = 'x-relevo-permit'
/** Maximum permits per request, limited by the header's size. */
export const MAX_PERMITS = 8

/** `getCitizenLoginWithOaToken` (part 3, point 7), with additional fields for our server. */
export const citizenLoginSchema = z.strictObject({
  token: z.string().min(1).max(MAX_TOKEN),
  testMode: z.literal(false).default(false),
  /** id of this attempt; only a repetition of the same attempt may reuse the token, if the reply was lost */
  attempt: z.string().regex(BEARER),
  /** form that the portal links to; the portal record is valid only for this form */
  form: templateIdSchema.optional(),
})

const { id, nombre, apellido, dni, username } = portalCitizenSchema.shape

export const citizenVisitSchema = z.object({
  nombre,
  apellido,
  username,
  /** author id under which the device stores the citizen's work */
  author: citizenAuthorSchema,
  /** name of the municipality */
  municipality: z.string(),
  /** remaining idle time in seconds, or the remaining lifetime of the session if that is shorter */
  rest: z.int().min(0),
  /** answer that a link opens; missing: all answers of the citizen */
  only: answerIdSchema.optional(),
})
export type CitizenVisit = Readonly<z.infer<typeof citizenVisitSchema>>

export const citizenLoginReplySchema = z.object({
  code: z.literal(200),
  id,
  nombre,
  apellido,
  dni,
  username,
  session: z.string().regex(BEARER),
  visit: citizenVisitSchema,
})

/** `getCitizenOAToken`: link to one request, for staff who send it themselves. */
export const citizenTokenCallSchema = z.strictObject({ citizenId: citizenIdSchema, respuesta: answerIdSchema })
export const citizenTokenReplySchema = z.object({ valor: z.string() })

export const citizenFormSchema = z.object({
  form: publicFormSchema,
  codeHidden: z.boolean(),
  /** time zone of the municipality; missing from older servers */
  timeZone: z.string().optional(),
  /** reason why the form accepts no answer of this citizen */
  refusal: problemSchema.nullable(),
})

export const permitCallSchema = z.strictObject({
  purpose: citizenPermitSchema.shape.purpose,
  form: templateIdSchema,
  answer: answerIdSchema,
  mutation: mutationIdSchema,
  /** for a revision: number of requests that the answer had when it was opened; default: the current number */
  requests: z.int().min(1).optional(),
  /** for a revision: date of the request that was opened; missing in older apps */
  requestSentAt: instantSchema.optional(),
  /** expired permit to renew, so that the pending answer keeps its portal record */
  renews: z.string().max(MAX_PERMIT).optional(),
})
export const permitReplySchema = z.object({
  permit: z.string(),
  until: instantSchema,
  /** citizen that the server will write into the answer */
  citizen: z.object({ id, nombre, apellido, dni }),
})

const named = {
  id: answerIdSchema,
  titulo: z.string(),
  /** title in other languages, from the form's current version */
  ...buildAlternativeFields('titulo'),
}

/** Answer in its citizen's list, with the status derived from its requests (part 3, point 4). */
const ownAnswerListItemSchema = z.object({
  ...named,
  /** empty if the municipality shows no codes */
  codigoMunicipio: z.string(),
  fechaCreacion: instantSchema,
  lastUpdate: instantSchema,
  /** name of its state; null when the form has no states */
  estado: z.string().nullable(),
  status: z.enum(['review', 'correct', 'approved']),
  /** whether its last request for changes has ended */
  ended: z.literal(true).optional(),
})
export type OwnAnswerListItem = Readonly<z.infer<typeof ownAnswerListItemSchema>>
/** Answer that was held on arrival: waiting for a decision, or discarded. */
const ownHeldListItemSchema = z.object({
  ...named,
  fechaCreacion: instantSchema,
  reason: problemSchema,
  /** reason for discarding, as written by staff; null: not decided */
  discarded: z.string().nullable(),
})
export type OwnHeldListItem = Readonly<z.infer<typeof ownHeldListItemSchema>>
export const ownAnswersSchema = z.object({
  answers: z.array(ownAnswerListItemSchema),
  held: z.array(ownHeldListItemSchema),
  more: z.boolean(),
})

/**
 * Event for the citizen:
 *
 * | kind | meaning |
 * |---|---|
 * | sent, arrived | time of answering, and of receipt |
 * | state | changed to the state `state` |
 * | completed, corrected | staff filled in missing values, or changed values |
 * | asked, ended | staff requested changes, or ended the request |
 * | revised, confirmed | the citizen made the changes, or confirmed the values |
 */
const ownEventSchema = z.object({
  at: instantSchema,
  kind: z.enum(['sent', 'arrived', 'state', 'completed', 'corrected', 'asked', 'ended', 'revised', 'confirmed']),
  state: nameSchema.optional().describe('name of the state'),
})
export type OwnEvent = Readonly<z.infer<typeof ownEventSchema>>

/** Reference for paying an answer: its order number, or a text signed by the server. */
const payWaySchema = z.union([z.object({ orderId: z.string() }), z.object({ proof: z.string() })])

export const ownAnswerSchema = z.object({
  answer: answerSchema,
  /** form version that was answered */
  form: publicFormSchema,
  codeHidden: z.boolean(),
  signatureHidden: z.boolean(),
  mayWithdraw: z.boolean(),
  /** number of change requests; sent back in the permit call of a revision (`permitCallSchema`) */
  requests: z.int().min(0).default(0),
  /** payment that is still due; null: none */
  pay: payWaySchema.nullable().default(null),
  /** events, newest first */
  history: z.array(ownEventSchema).default([]),
  /** last change of content; null: as sent */
  changedAt: instantSchema.nullable().default(null),
  /** the citizen's revision conflicts, for example because it was late, and staff have not decided about it */
  undecided: z.boolean().default(false),
})
export type OwnAnswer = Readonly<z.infer<typeof ownAnswerSchema>>
export const withdrawalRequestSchema = z.strictObject({ version: z.int().min(1) })
