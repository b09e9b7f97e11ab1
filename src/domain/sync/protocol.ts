import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { formTemplateSchema } from '../templates/documents/template.ts'
import { answerIdSchema, deviceIdSchema, mutationIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemSchema } from '../kernel/problem.ts'
import { authorSchema } from '../kernel/author.ts'
import { heldFateSchema } from '../answers/held-api.ts'
import { MAX_MUTATIONS_PER_PUSH } from './limits.ts'
import { olderAnswerSchema } from '../answers/answers-api.ts'
import { profileSchema } from './profile.ts'

/** `POST /api/sync/push`. Mutations are parsed one by one, so that a broken one cannot refuse its neighbours. */
export const pushRequestSchema = z.strictObject({
  /** 0 was never released: tests make an earlier app of it */
  protocol: z.int().min(0),
  device: deviceIdSchema,
  /** the account whose outbox this is; the server refuses the whole push when its session is another's */
  account: authorSchema,
  mutations: z.array(z.unknown()).max(MAX_MUTATIONS_PER_PUSH),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

/** One stored file of an answer: the proof that the device waits for before it lets its own bytes go. */
export const receivedFileSchema = z.strictObject({ sha256: sha256Schema, bytes: z.int().min(1) })
export type ReceivedFile = Readonly<z.infer<typeof receivedFileSchema>>

/*
 * The server's words are read with tolerance, as last week's app talks to today's server: an unknown field is dropped,
 * an unknown reason becomes "this app is too old". Read strictly, one new word would keep a whole outbox from draining.
 */
const toldProblemSchema = problemSchema.extend({ code: problemCodeSchema.catch('request.unsupported-protocol') })

const asksMore = z.literal(true).optional()

const of = { id: mutationIdSchema, answer: answerIdSchema }
export const appliedSchema = z.object({
  ...of,
  status: z.literal('applied'),
  version: z.int().min(1),
  code: z.string(),
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
  /** of a new answer: what it costs has still to be paid */
  unpaid: z.literal(true).optional(),
  /** of a revision: staff have asked for more in the meantime */
  asksMore,
})
/** Accepted; what clashed with another change is kept on the answer for a person. */
export const mergedSchema = z.object({
  ...of,
  status: z.literal('merged'),
  version: z.int().min(1),
  code: z.string(),
  /** how many places clashed */
  conflicts: z.int().min(1),
  /** of a revision that came too late: nothing was taken over, staff decide; why. A newer reason is read as an end */
  late: z.enum(['ended', 'revised']).catch('ended').optional(),
  asksMore,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
export const heldSchema = z.object({
  ...of,
  status: z.literal('held'),
  reason: toldProblemSchema,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
/** Refused for good. Not stored by the server: the entry goes to quarantine on the device, where its author sees it. */
export const rejectedSchema = z.object({ id: z.string(), status: z.literal('rejected'), problem: toldProblemSchema })
/** Not now: files are missing, or the server is busy. `after` in seconds. */
export const retrySchema = z.object({
  id: mutationIdSchema,
  status: z.literal('retry'),
  after: z.number().min(0).max(3600),
  problem: toldProblemSchema,
  missing: z.array(sha256Schema),
})

export const pushResultSchema = z.discriminatedUnion('status', [
  appliedSchema,
  mergedSchema,
  heldSchema,
  rejectedSchema,
  retrySchema,
])
export type Applied = Readonly<z.infer<typeof appliedSchema>>
export type MergedResult = Readonly<z.infer<typeof mergedSchema>>
export type Held = Readonly<z.infer<typeof heldSchema>>
export type Rejected = Readonly<z.infer<typeof rejectedSchema>>
export type Retry = Readonly<z.infer<typeof retrySchema>>
export type PushResult = z.infer<typeof pushResultSchema>

/** A receipt as it is stored: the whole result, so that a replay returns exactly what the first reply said. */
export type StoredResult = { readonly author: string; readonly result: Applied | MergedResult | Held }

/** One result for each mutation, in the order of the request. */
export const pushResponseSchema = z.object({ serverTime: instantSchema, results: z.array(pushResultSchema) })
export type PushResponse = z.infer<typeof pushResponseSchema>

/** `/api/sync/pull?cursor=&scope=`: both empty at first; the cursor is opaque. A `POST` carries the device's report. */
export const pullQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  scope: z.string().max(64).optional(),
  only: templateIdSchema
    .or(z.literal(''))
    .optional()
    .describe('a page that shows one form in another site: that form and the answers to it alone; empty: no form'),
})

export const areaEntrySchema = z.object({
  path: areaPathSchema,
  nombre: z.string(),
  municipio: z.string(),
  provincia: z.string(),
  pais: z.string(),
})
export type AreaEntry = Readonly<z.infer<typeof areaEntrySchema>>

export const pullResponseSchema = z.object({
  serverTime: instantSchema,
  /** to be sent with the next pull, once everything here is stored */
  cursor: z.string(),
  /** hash of role, areas and municipality; when it changed, `reset` is true */
  scope: z.string(),
  /** the device drops what it holds of the server's documents (never its own unsent work) before it stores this page */
  reset: z.boolean(),
  /** another page waits */
  more: z.boolean(),
  /** missing, both, when they are as the cursor's last page said: an account may have hundreds of areas */
  profile: profileSchema.optional(),
  areas: z.array(areaEntrySchema).optional(),
  templates: z.array(formTemplateSchema),
  goneTemplates: z.array(templateIdSchema),
  answers: z.array(answerSchema),
  /** own answers of long ago, as summaries */
  olderAnswers: z.array(olderAnswerSchema).optional(),
  goneAnswers: z.array(answerIdSchema),
  /** own answers that were held, and what became of them; missing from a server that does not know of it */
  held: z.array(heldFateSchema).optional(),
})
export type PullResponse = z.infer<typeof pullResponseSchema>
