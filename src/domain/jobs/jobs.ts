import { z } from 'zod'
import { fileClaimSchema } from '../answering/submission.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { linkScopeSchema } from '../citizens/documents/portal.ts'
import { authorSchema } from '../kernel/author.ts'
import { type AnswerId, answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { problemSchema } from '../kernel/problem.ts'
import { copyWishSchema } from '../mail/copy.ts'
import { mailAddressSchema, mailSchema } from '../mail/letter.ts'

const job = {
  /** kind and what it is about: queued twice, it is one; also the idempotency key that the other system is given */
  id: z.string().max(200),
  /** whose administrators see it */
  municipality: municipalityPathSchema,
  state: z.enum(['waiting', 'done', 'dead']),
  /** counted when it is taken, so that a job that kills the server comes to an end, too */
  attempts: z.int().min(0),
  /** not before this moment; during an attempt, the end of its time */
  dueAt: instantSchema,
  lastProblem: problemSchema.optional(),
}

/** An answer is reported to one system. `waitsUntil`: until then its citizen and address are still being found out. */
const ofAnswerSchema = z.object({ answer: answerIdSchema, waitsUntil: instantSchema.optional() })

/** Kinds with that payload that their connector alone carries out: they are read, waited for and retried alike. */
export const TOLD_KINDS = ['incident.create'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

/**
 * `jobs/{id}`: something that is to happen once, outside or later. The commit of the decision that it follows from
 * writes it: neither is there without the other. Each kind has its own payload and handler in the server's `jobs/`, and
 * is there only where its system is connected.
 *
 *     waiting ──done──▶ done, or gone
 *        ▲ ├──failed──▶ waiting, later
 *        │ └──failed too often, or for good──▶ dead
 *        └────────────a person's retry────────────┘
 */
export const jobSchema = z.discriminatedUnion('kind', [
  z.object({ ...job, kind: z.literal('incident.create'), payload: ofAnswerSchema }),
  /** the point of an answer that came without an address is given one */
  z.object({
    ...job,
    kind: z.literal('location.resolve'),
    payload: z.object({ answer: answerIdSchema, latlng: latLngSchema }),
  }),
  /** an answer's typed citizen is looked up in the registry; `by`: who has put them there afterwards, at whose pace */
  z.object({
    ...job,
    kind: z.literal('citizen.check'),
    payload: z.object({ answer: answerIdSchema, by: authorSchema.optional() }),
  }),
  z.object({ ...job, kind: z.literal('mail.send'), payload: mailSchema }),
  /** a copy of an answer, to one address; the PDF is made when it leaves */
  z.object({
    ...job,
    kind: z.literal('copy.send'),
    payload: copyWishSchema.pick({ subject: true, body: true, language: true, timeZone: true }).extend({
      answer: answerIdSchema,
      address: mailAddressSchema,
      attachment: fileClaimSchema.optional(),
      /** who sends it, as the letter says it */
      by: z.string().max(600),
    }),
  }),
  /** `sendExternalMessage` says to the citizen what to correct. `request`: its place among the answer's requests */
  z.object({
    ...job,
    kind: z.literal('citizen.message'),
    payload: z.object({ answer: answerIdSchema, request: z.int().min(0) }),
  }),
  /** `updateStateCitizenPortalFormData` says to the portal where its record stands, as the answer is at that moment */
  z.object({ ...job, kind: z.literal('citizen.state'), payload: z.object({ answer: answerIdSchema }) }),
  /**
   * the citizen gets a letter of ours, where the form says so, from the answer as it is when the letter leaves. `by`:
   * whose act it follows from, at whose pace the registry is asked
   */
  z.object({
    ...job,
    kind: z.literal('citizen.mail'),
    payload: z.object({ answer: answerIdSchema, scope: linkScopeSchema, by: authorSchema.optional() }),
  }),
  /** a message is sent to a webhook's receiver. `number`: of its delivery, which says what is sent */
  z.object({
    ...job,
    kind: z.literal('webhook.send'),
    payload: z.object({ hook: z.string().max(64), number: z.int().min(1) }),
  }),
  /** an attempt to pay is looked at every ten minutes until it has ended, and closed when its time is over */
  z.object({
    ...job,
    kind: z.literal('payment.watch'),
    payload: z.object({ answer: answerIdSchema, attempt: z.int().min(1) }),
  }),
  /** money goes back. `refund`: its place among the refunds of the order */
  z.object({
    ...job,
    kind: z.literal('payment.refund'),
    payload: z.object({ answer: answerIdSchema, refund: z.int().min(0) }),
  }),
  /** a receipt is given its number; a credit note of the refund that the fact at this place tells of */
  z.object({
    ...job,
    kind: z.literal('payment.receipt'),
    payload: z.object({ answer: answerIdSchema, fact: z.int().min(0).optional() }),
  }),
  /** the tickets of a paid order are made: one for each place */
  z.object({ ...job, kind: z.literal('payment.tickets'), payload: z.object({ answer: answerIdSchema }) }),
  /** the owners of an event's tickets are sent its new time and place. `after`: key of the last order looked at */
  z.object({
    ...job,
    kind: z.literal('event.moved'),
    payload: z.object({ form: templateIdSchema, after: z.string().max(200).optional() }),
  }),
  /** the forms of an area are given its new name */
  z.object({ ...job, kind: z.literal('area.rename'), payload: z.object({ area: areaPathSchema }) }),
  /** the forms of a municipality are given its new name and management id */
  z.object({ ...job, kind: z.literal('municipality.rename'), payload: z.object({}) }),
])
export type Job = Readonly<z.infer<typeof jobSchema>>
export type JobKind = Job['kind']
export type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>

/** `GET /api/jobs/dead`: those that are not tried again by themselves, the oldest first. */
export const deadJobsSchema = z.object({ jobs: z.array(jobSchema) })
/** `POST /api/jobs/{id}/retry`. */
export const jobResponseSchema = z.object({ job: jobSchema })

/**
 * The check of an answer's citizen, as queued. One for each version with another citizen: the check before it may still
 * be under way, and its end must not be taken for the end of this one.
 */
export function checkOfCitizen(id: AnswerId, version = 1): string {
  return version === 1 ? `citizen.check~${id}` : `citizen.check~${id}~${version}`
}
