import { z } from 'zod'
import { fileClaimSchema } from '../answering/submission.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { linkScopeSchema } from '../citizens/documents/portal.ts'
import { authorSchema } from '../kernel/author.ts'
import { type AnswerId, answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { problemSchema } from '../kernel/problem.ts'
import { copyRequestSchema } from '../mail/copy.ts'
import { mailAddressSchema, mailSchema } from '../mail/email-content.ts'

const job = {
  /** kind and subject, so that repeated queueing creates one job; also the idempotency key for the other system */
  id: z.string().max(200),
  /** municipality whose administrators see the job */
  municipality: municipalityPathSchema,
  state: z.enum(['waiting', 'done', 'dead']),
  /** incremented when an attempt starts, so that a job that crashes the server is also given up in the end */
  attempts: z.int().min(0),
  /** earliest start; during an attempt, the end of its lease */
  dueAt: instantSchema,
  lastProblem: problemSchema.optional(),
}

/**
 * Answer to report to another system. `waitsUntil`: until then at most, the job waits for the lookups of the answer's
 * citizen and address.
 */
const ofAnswerSchema = z.object({ answer: answerIdSchema, waitsUntil: instantSchema.optional() })

/** Progress of a job that visits an event's orders. `after`: key of the last visited order */
const visitedOrdersSchema = z.object({
  form: templateIdSchema,
  after: z.string().max(200).optional(),
  /** number of orders whose commit failed in the current pass */
  failed: z.int().min(0).optional(),
  /** number of passes over all orders in which some orders failed */
  passes: z.int().min(0).optional(),
})

/**
 * Kinds of jobs with the payload `ofAnswerSchema` that a connector handles entirely. They share the code for reading,
 * waiting and retrying.
 */
export const INCIDENT_JOB_KINDS = ['incident.create'] as const
export type IncidentKind = (typeof INCIDENT_JOB_KINDS)[number]

/**
 * `jobs/{id}`: task to be done once, later or in another system. Written in the commit that causes it. Each kind has
 * its payload, and a handler in the server's `jobs/` if its system is connected.
 *
 * - waiting → done, or deleted: succeeded
 * - waiting → waiting, with a later `dueAt`: the attempt failed
 * - waiting → dead: failed permanently or too often
 * - dead → waiting: retried by a user
 */
export const jobSchema = z.discriminatedUnion('kind', [
  z.object({ ...job, kind: z.literal('incident.create'), payload: ofAnswerSchema }),
  /** looks up the address of a point */
  z.object({
    ...job,
    kind: z.literal('location.resolve'),
    payload: z.object({ answer: answerIdSchema, latlng: latLngSchema }),
  }),
  /**
   * looks up an answer's typed citizen in the registry; `by`: user who entered the citizen after submission, for rate
   * limits
   */
  z.object({
    ...job,
    kind: z.literal('citizen.check'),
    payload: z.object({ answer: answerIdSchema, by: authorSchema.optional() }),
  }),
  z.object({ ...job, kind: z.literal('mail.send'), payload: mailSchema }),
  /** sends a copy of an answer to one address; the PDF is created on sending */
  z.object({
    ...job,
    kind: z.literal('copy.send'),
    payload: copyRequestSchema.pick({ subject: true, body: true, language: true, timeZone: true }).extend({
      answer: answerIdSchema,
      address: mailAddressSchema,
      attachment: fileClaimSchema.optional(),
      /** sender's name in the e-mail */
      by: z.string().max(600),
    }),
  }),
  /** `sendExternalMessage` informs the citizen of requested changes. `request`: index among the answer's requests */
  z.object({
    ...job,
    kind: z.literal('citizen.message'),
    payload: z.object({ answer: answerIdSchema, request: z.int().min(0) }),
  }),
  /** `updateStateCitizenPortalFormData` sends the answer's current status to the portal */
  z.object({ ...job, kind: z.literal('citizen.state'), payload: z.object({ answer: answerIdSchema }) }),
  /**
   * sends an e-mail to the citizen about an open request or the answer's new state, if the form says so. `by`: user
   * whose action caused it, for rate limits of the registry
   */
  z.object({
    ...job,
    kind: z.literal('citizen.mail'),
    payload: z.object({ answer: answerIdSchema, scope: linkScopeSchema, by: authorSchema.optional() }),
  }),
  /** sends a message to a webhook's receiver. `number`: its delivery, which has the content */
  z.object({
    ...job,
    kind: z.literal('webhook.send'),
    payload: z.object({ hook: z.string().max(64), number: z.int().min(1) }),
  }),
  /** polls a payment attempt every ten minutes until it ends, and closes it when it expires */
  z.object({
    ...job,
    kind: z.literal('payment.watch'),
    payload: z.object({ answer: answerIdSchema, attempt: z.int().min(1) }),
  }),
  /** refunds money. `refund`: index among the order's refunds */
  z.object({
    ...job,
    kind: z.literal('payment.refund'),
    payload: z.object({ answer: answerIdSchema, refund: z.int().min(0) }),
  }),
  /** creates a receipt, or a credit note for the refund of the fact with this index */
  z.object({
    ...job,
    kind: z.literal('payment.receipt'),
    payload: z.object({ answer: answerIdSchema, fact: z.int().min(0).optional() }),
  }),
  /** creates the tickets of a paid order, one per place bought */
  z.object({ ...job, kind: z.literal('payment.tickets'), payload: z.object({ answer: answerIdSchema }) }),
  /** sends an event's new time and place to ticket owners */
  z.object({ ...job, kind: z.literal('event.moved'), payload: visitedOrdersSchema }),
  /** refunds the orders of a cancelled event, and tells their owners. `again`: repeats what failed before */
  z.object({
    ...job,
    kind: z.literal('event.cancelled'),
    payload: visitedOrdersSchema.extend({ again: z.boolean().optional() }),
  }),
  /** updates the name of an area in its forms */
  z.object({ ...job, kind: z.literal('area.rename'), payload: z.object({ area: areaPathSchema }) }),
  /** updates name and management id of a municipality in its forms */
  z.object({ ...job, kind: z.literal('municipality.rename'), payload: z.object({}) }),
])
export type Job = Readonly<z.infer<typeof jobSchema>>
export type JobKind = Job['kind']
export type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>

/**
 * `GET /api/jobs/dead`: jobs that are not retried automatically, oldest first, followed by jobs whose last attempt
 * failed, by next attempt.
 */
export const deadJobsSchema = z.object({ jobs: z.array(jobSchema) })
/** `POST /api/jobs/{id}/retry`. */
export const jobResponseSchema = z.object({ job: jobSchema })

/**
 * Id of the job that checks an answer's citizen. If a change replaced the citizen, the id includes the answer's
 * version, because the check of the previous citizen may still be running.
 */
export function buildCitizenCheckJobId(id: AnswerId, version = 1): string {
  return version === 1 ? `citizen.check~${id}` : `citizen.check~${id}~${version}`
}
