import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { formTemplateSchema } from '../templates/documents/template.ts'
import { answerIdSchema, deviceIdSchema, mutationIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemSchema } from '../kernel/problem.ts'
import { authorSchema } from '../kernel/author.ts'
import { heldResultSchema } from '../answers/held-api.ts'
import { MAX_ASKED_MUTATIONS, MAX_MUTATIONS_PER_PUSH } from './limits.ts'
import { olderAnswerSchema } from '../answers/answers-api.ts'
import { profileSchema } from './profile.ts'

/** `POST /api/sync/push`. Mutations are parsed one by one, so that an invalid mutation does not affect the others. */
export const pushRequestSchema = z.strictObject({
  /** 0 was never released; tests use it for an earlier app */
  protocol: z.int().min(0),
  device: deviceIdSchema,
  /** account of the outbox; a push with another session is refused */
  account: authorSchema,
  mutations: z.array(z.unknown()).max(MAX_MUTATIONS_PER_PUSH),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

/**
 * Header of a push with the cursor of the account's last pull. If a restored backup has lost that position, every
 * mutation waits until the device has pulled and returned what the server lacks. Missing: nothing waits.
 */
export const CURSOR_HEADER = 'x-relevo-cursor'

/** File that the server has stored. The device may then delete its own bytes of the file. */
const receivedFileSchema = z.strictObject({ sha256: sha256Schema, bytes: z.int().min(1) })
export type ReceivedFile = Readonly<z.infer<typeof receivedFileSchema>>

/*
 * Replies are parsed tolerantly, because apps may be older than the server: unknown fields are dropped, unknown problem
 * codes become "this app is too old". Strict parsing would block the whole outbox.
 */
const lenientProblemSchema = problemSchema.extend({ code: problemCodeSchema.catch('request.unsupported-protocol') })

const asksMore = z.literal(true).optional()

const of = { id: mutationIdSchema, answer: answerIdSchema }
export const appliedSchema = z.object({
  ...of,
  status: z.literal('applied'),
  version: z.int().min(1),
  code: z.string(),
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
  /** set for a new answer that still has to be paid */
  unpaid: z.literal(true).optional(),
  /** set for a revision if staff have requested more since */
  asksMore,
})
/** Accepted with conflicts, which are kept in the answer for a user to decide. */
export const mergedSchema = z.object({
  ...of,
  status: z.literal('merged'),
  version: z.int().min(1),
  code: z.string(),
  /** number of conflicts */
  conflicts: z.int().min(1),
  /** reason why no part of a revision was applied and staff decide; unknown reasons count as ended */
  late: z.enum(['ended', 'revised', 'lost']).catch('ended').optional(),
  asksMore,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
export const heldSchema = z.object({
  ...of,
  status: z.literal('held'),
  reason: lenientProblemSchema,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
/** Rejected permanently and not stored by the server. The device quarantines the entry and shows it to its author. */
const rejectedSchema = z.object({ id: z.string(), status: z.literal('rejected'), problem: lenientProblemSchema })
/** Retry later: files are missing or the server is busy. `after` in seconds. */
const retrySchema = z.object({
  id: mutationIdSchema,
  status: z.literal('retry'),
  after: z.number().min(0).max(3600),
  problem: lenientProblemSchema,
  missing: z.array(sha256Schema),
})

const pushResultSchema = z.discriminatedUnion('status', [
  appliedSchema,
  mergedSchema,
  heldSchema,
  rejectedSchema,
  retrySchema,
])
export type AppliedResult = Readonly<z.infer<typeof appliedSchema>>
export type MergedResult = Readonly<z.infer<typeof mergedSchema>>
export type HeldPushResult = Readonly<z.infer<typeof heldSchema>>
export type PushResult = z.infer<typeof pushResultSchema>

/** Stored receipt: the complete result, so that a replay returns exactly the first reply. */
export type StoredResult = { readonly author: string; readonly result: AppliedResult | MergedResult | HeldPushResult }

/** Results of the mutations, in the order of the request. */
export const pushResponseSchema = z.object({ serverTime: instantSchema, results: z.array(pushResultSchema) })
export type PushResponse = z.infer<typeof pushResponseSchema>

/** `POST /api/sync/lacking`: received mutations that a device has kept, in the order in which they were saved. */
export const lackingRequestSchema = z.strictObject({
  mutations: z
    .array(z.strictObject({ id: mutationIdSchema, answer: answerIdSchema, kind: z.string().max(40) }))
    .max(MAX_ASKED_MUTATIONS),
})
/**
 * The mutations that the server has no receipt of, because it was restored from a backup. `gone`: those among them that
 * must not be sent again, because their answer was deleted since or is unknown.
 */
export const lackingReplySchema = z.object({
  serverTime: instantSchema,
  lacking: z.array(mutationIdSchema),
  gone: z.array(mutationIdSchema),
})

/** `/api/sync/pull?cursor=&scope=`: both missing in the first pull; opaque. `POST` includes the device's report. */
export const pullQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  scope: z.string().max(64).optional(),
  only: templateIdSchema
    .or(z.literal(''))
    .optional()
    .describe('for a form framed in another site: only this form and its answers'),
})

const areaEntrySchema = z.object({
  path: areaPathSchema,
  nombre: z.string(),
  municipio: z.string(),
  provincia: z.string(),
  pais: z.string(),
})
export type AreaEntry = Readonly<z.infer<typeof areaEntrySchema>>

export const pullResponseSchema = z.object({
  serverTime: instantSchema,
  /** cursor of the next pull, to be used once this page is stored */
  cursor: z.string(),
  /** hash of role, areas and municipality; when it changes, `reset` is true */
  scope: z.string(),
  /** the device deletes its copies of server documents (not its unsent work) before it stores this page */
  reset: z.boolean(),
  /** there is another page */
  more: z.boolean(),
  /** missing when unchanged since the cursor's last page */
  profile: profileSchema.optional(),
  /** missing when unchanged since the cursor's last page, because an account may have hundreds of areas */
  areas: z.array(areaEntrySchema).optional(),
  templates: z.array(formTemplateSchema),
  goneTemplates: z.array(templateIdSchema),
  answers: z.array(answerSchema),
  /** older own answers, as summaries */
  olderAnswers: z.array(olderAnswerSchema).optional(),
  goneAnswers: z.array(answerIdSchema),
  /** own held answers and their outcomes; missing from an older server */
  held: z.array(heldResultSchema).optional(),
  /** erased for a person: the device deletes copies, drafts and unsent work; missing from an older server */
  erasedAnswers: z.array(answerIdSchema).optional(),
})
export type PullResponse = z.infer<typeof pullResponseSchema>
