import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { citizenPermitSchema, portalCitizenSchema } from './documents/portal.ts'
import { publicFormSchema } from '../pages/documents.ts'
import { alternativeLanguages, nameSchema } from '../kernel/building-blocks.ts'
import { citizenAuthorSchema } from '../kernel/author.ts'
import { answerIdSchema, citizenIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'

/** Longest token of a portal that is looked at. */
const MAX_TOKEN = 2000
/** Answers of one citizen that their list shows, the newest. */
export const MOST_OWN_ANSWERS = 200
/** Characters of a permit. */
const MAX_PERMIT = 4_200

/** A bearer: 256 random bits. */
const BEARER = /^[A-Za-z0-9_-]{43}$/
export const CITIZEN_HEADER = 'x-relevo-citizen'
/** What a device may still send for a citizen whose session is over, several parted by commas. */
export const PERMIT_HEADER = 'x-relevo-permit'
/** Permits that one request shows: they travel in a header. */
export const MOST_PERMITS = 8

/** `getCitizenLoginWithOaToken` (part 3, point 7), with what our server has to know beside it. */
export const citizenLoginSchema = z.strictObject({
  token: z.string().min(1).max(MAX_TOKEN),
  testMode: z.literal(false).default(false),
  /** what this device calls this try: it alone may come again with the same token, when a reply was lost */
  attempt: z.string().regex(BEARER),
  /** the form that the portal has sent them to: its record belongs to that */
  form: templateIdSchema.optional(),
})

const { id, nombre, apellido, dni, username } = portalCitizenSchema.shape

export const citizenVisitSchema = z.object({
  nombre,
  apellido,
  username,
  /** under which the device keeps their work */
  author: citizenAuthorSchema,
  /** name of the municipality */
  municipality: z.string(),
  /** for so many seconds without a request; less where it ends anyway */
  rest: z.int().min(0),
  /** by a link of ours: the one answer that it opens; missing: all that is theirs */
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

/** `getCitizenOAToken`: a link of ours to one request, for staff who send it themselves. */
export const citizenTokenCallSchema = z.strictObject({ citizenId: citizenIdSchema, respuesta: answerIdSchema })
export const citizenTokenReplySchema = z.object({ valor: z.string() })

export const citizenFormSchema = z.object({
  form: publicFormSchema,
  codeHidden: z.boolean(),
  /** why it takes no answer of this citizen now */
  refusal: problemSchema.nullable(),
})

export const permitCallSchema = z.strictObject({
  purpose: citizenPermitSchema.shape.purpose,
  form: templateIdSchema,
  answer: answerIdSchema,
  mutation: mutationIdSchema,
  /** of a revision: how many requests the answer had when it was opened; missing: as many as it has now */
  requests: z.int().min(1).optional(),
  /** of a revision: the date of the request that was opened; missing: from older apps */
  requestSentAt: instantSchema.optional(),
  /** a permit for the same that is over: what waits on a device since goes on with the record that it had */
  renews: z.string().max(MAX_PERMIT).optional(),
})
export const permitReplySchema = z.object({
  permit: z.string(),
  until: instantSchema,
  /** whom the answer names, as the server will write it */
  citizen: z.object({ id, nombre, apellido, dni }),
})

const named = {
  id: answerIdSchema,
  titulo: z.string(),
  /** the title in other languages, as its form has it now */
  ...alternativeLanguages('titulo'),
}

/** Where an answer stands for its citizen, computed from its requests (part 3, point 4). */
export const ownAnswerLineSchema = z.object({
  ...named,
  /** empty where the municipality shows no code */
  codigoMunicipio: z.string(),
  fechaCreacion: instantSchema,
  lastUpdate: instantSchema,
  /** name of its state; null without states */
  estado: z.string().nullable(),
  status: z.enum(['review', 'correct', 'approved']),
})
export type OwnAnswerLine = Readonly<z.infer<typeof ownAnswerLineSchema>>
/** An answer that could not be accepted on arrival: a person decides about it, or has decided against it. */
export const ownHeldLineSchema = z.object({
  ...named,
  fechaCreacion: instantSchema,
  reason: problemSchema,
  /** why it stays out, in the words of who has decided so; null: that is still open */
  discarded: z.string().nullable(),
})
export type OwnHeldLine = Readonly<z.infer<typeof ownHeldLineSchema>>
export const ownAnswersSchema = z.object({
  answers: z.array(ownAnswerLineSchema),
  held: z.array(ownHeldLineSchema),
  more: z.boolean(),
})

/**
 * | kind | says |
 * |---|---|
 * | sent, arrived | when it was answered, and when the server got it |
 * | state | it came into the state `state` |
 * | corrected | staff changed its content |
 * | asked, ended | staff asked the citizen for changes, or ended that |
 * | revised, confirmed | the citizen changed what was asked for, or said that it is right |
 */
export const ownEventSchema = z.object({
  at: instantSchema,
  kind: z.enum(['sent', 'arrived', 'state', 'corrected', 'asked', 'ended', 'revised', 'confirmed']),
  state: nameSchema.optional().describe('name of the state'),
})
export type OwnEvent = Readonly<z.infer<typeof ownEventSchema>>

/** How a citizen may pay for their answer: by the number of its order, else by a text that the server has signed. */
const payWaySchema = z.union([z.object({ orderId: z.string() }), z.object({ proof: z.string() })])

export const ownAnswerSchema = z.object({
  answer: answerSchema,
  /** the form that it was answered with */
  form: publicFormSchema,
  codeHidden: z.boolean(),
  signatureHidden: z.boolean(),
  mayWithdraw: z.boolean(),
  /** how many requests for changes there were: a permit names it again */
  requests: z.int().min(0).default(0),
  /** what it costs has still to be paid; null: nothing has */
  pay: payWaySchema.nullable().default(null),
  /** what happened to it, the newest first */
  history: z.array(ownEventSchema).default([]),
  /** when its content was last changed; null: it is as it was sent */
  changedAt: instantSchema.nullable().default(null),
  /** something that the citizen corrected was not taken over yet: staff decide about it */
  undecided: z.boolean().default(false),
})
export type OwnAnswer = Readonly<z.infer<typeof ownAnswerSchema>>
export const withdrawSchema = z.strictObject({ version: z.int().min(1) })
