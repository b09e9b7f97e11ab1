import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { formTemplateSchema } from '../templates/documents/template.ts'
import { answerIdSchema, deviceIdSchema, mutationIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemSchema } from '../kernel/problem.ts'
import { authorSchema } from '../kernel/author.ts'
import { heldResultSchema } from '../answers/held-api.ts'
import { MAX_COMPARED_MUTATIONS, MAX_MUTATIONS_PER_PUSH } from './limits.ts'
import { olderAnswerSchema } from '../answers/answers-api.ts'
import { profileSchema } from './profile.ts'

/**
 * Body of `POST /api/sync/push`. Mutations are parsed one by one, so that an invalid one does not affect the others.
 */
export const pushRequestSchema = z.strictObject({
  /** version 0 was never released; tests use it as the version of an earlier app */
  protocol: z.int().min(0),
  device: deviceIdSchema,
  /** account of the outbox; the push is refused if the session is of another account */
  account: authorSchema,
  mutations: z.array(z.unknown()).max(MAX_MUTATIONS_PER_PUSH),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

/**
 * Header of a push: cursor of the account's last pull. If the server was restored from a backup that lacks this
 * position, no mutation is accepted until the device has pulled and returned what the server lacks. Without the header,
 * mutations are accepted.
 */
export const CURSOR_HEADER = 'x-relevo-cursor'

/** A file that the server has stored. The device may then delete its copy. */
const receivedFileSchema = z.strictObject({ sha256: sha256Schema, bytes: z.int().min(1) })
export type ReceivedFile = Readonly<z.infer<typeof receivedFileSchema>>

/*
 * Replies are parsed leniently, because apps may be older than the server. Unknown fields are dropped, and unknown
 * problem codes become "this app is too old". Strict parsing would block the whole outbox.
 */
const lenientProblemSchema = problemSchema.extend({ code: problemCodeSchema.catch('request.unsupported-protocol') })

const asksMore = z.literal(true).optional()

const of = { id: mutationIdSchema, answer: answerIdSchema }
export const appliedResultSchema = z.object({
  ...of,
  status: z.literal('applied'),
  version: z.int().min(1),
  code: z.string(),
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
  /** set if a new answer still has to be paid */
  unpaid: z.literal(true).optional(),
  /** set for a revision, if staff have requested more changes since */
  asksMore,
})
/** Accepted with conflicts, which are stored in the answer until a user resolves them. */
export const mergedResultSchema = z.object({
  ...of,
  status: z.literal('merged'),
  version: z.int().min(1),
  code: z.string(),
  /** number of conflicts */
  conflicts: z.int().min(1),
  /** reason why no part of a revision was applied, so that staff must decide; an unknown reason is read as `ended` */
  late: z.enum(['ended', 'revised', 'lost']).catch('ended').optional(),
  asksMore,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
export const heldPushResultSchema = z.object({
  ...of,
  status: z.literal('held'),
  reason: lenientProblemSchema,
  receivedAt: instantSchema,
  receipt: z.array(receivedFileSchema),
})
/** Rejected permanently and not stored by the server. The device quarantines the entry and shows it to its author. */
const rejectedSchema = z.object({ id: z.string(), status: z.literal('rejected'), problem: lenientProblemSchema })
/** Retry later, because files are missing or the server is busy. `after`: seconds. */
const retrySchema = z.object({
  id: mutationIdSchema,
  status: z.literal('retry'),
  after: z.number().min(0).max(3600),
  problem: lenientProblemSchema,
  missing: z.array(sha256Schema),
})

const pushResultSchema = z.discriminatedUnion('status', [
  appliedResultSchema,
  mergedResultSchema,
  heldPushResultSchema,
  rejectedSchema,
  retrySchema,
])
export type AppliedResult = Readonly<z.infer<typeof appliedResultSchema>>
export type MergedResult = Readonly<z.infer<typeof mergedResultSchema>>
export type HeldPushResult = Readonly<z.infer<typeof heldPushResultSchema>>
export type PushResult = z.infer<typeof pushResultSchema>

/** Stored receipt: the complete result, so that a repeated request gets exactly the first reply. */
export type StoredResult = { readonly author: string; readonly result: AppliedResult | MergedResult | HeldPushResult }

/** Results of the mutations, in the order of the request. */
export const pushResponseSchema = z.object({ serverTime: instantSchema, results: z.array(pushResultSchema) })
export type PushResponse = z.infer<typeof pushResponseSchema>

/**
 * Body of `POST /api/sync/lacking`: mutations that the server had received and the device still stores, in the order in
 * which they were saved.
 */
export const missingMutationsRequestSchema = z.strictObject({
  mutations: z
    .array(z.strictObject({ id: mutationIdSchema, answer: answerIdSchema, kind: z.string().max(40) }))
    .max(MAX_COMPARED_MUTATIONS),
})
/**
 * The requested mutations for which the server has no receipt, because it was restored from a backup. `gone`: mutations
 * in `lacking` that must not be sent now, because their answer was deleted, or is unknown to the server or not readable
 * by the account.
 */
export const missingMutationsReplySchema = z.object({
  serverTime: instantSchema,
  lacking: z.array(mutationIdSchema),
  gone: z.array(mutationIdSchema),
})

/**
 * Query of `/api/sync/pull`. `cursor` and `scope` are opaque, and missing in the first pull. `POST` includes the device
 * report.
 */
export const pullQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  scope: z.string().max(64).optional(),
  only: templateIdSchema
    .or(z.literal(''))
    .optional()
    .describe('for a form embedded in another site: only this form and its answers'),
})

const areaEntrySchema = z.object({
  path: areaPathSchema,
  nombre: z.string(),
  municipio: z.string(),
  provincia: z.string(),
  pais: z.string(),
})
export type SyncedArea = Readonly<z.infer<typeof areaEntrySchema>>

export const pullResponseSchema = z.object({
  serverTime: instantSchema,
  /** cursor for the next pull; valid once this page is stored */
  cursor: z.string(),
  /** hash of user, role, areas and municipality; if it differs from the request's, `reset` is true */
  scope: z.string(),
  /** whether the device must delete its copies of server documents (not its unsent work) before it stores this page */
  reset: z.boolean(),
  /** whether there is another page */
  more: z.boolean(),
  /** missing if unchanged since the page of the request's cursor */
  profile: profileSchema.optional(),
  /** missing if unchanged since the page of the request's cursor, because an account may have hundreds of areas */
  areas: z.array(areaEntrySchema).optional(),
  templates: z.array(formTemplateSchema),
  goneTemplates: z.array(templateIdSchema),
  answers: z.array(answerSchema),
  /** older answers of the account, as summaries */
  olderAnswers: z.array(olderAnswerSchema).optional(),
  goneAnswers: z.array(answerIdSchema),
  /** held answers of the account, and their outcomes; missing if the server is older */
  held: z.array(heldResultSchema).optional(),
  /**
   * answers erased with a person's data: the device deletes copies, drafts and unsent work; missing if the server is
   * older
   */
  erasedAnswers: z.array(answerIdSchema).optional(),
})
export type PullResponse = z.infer<typeof pullResponseSchema>
