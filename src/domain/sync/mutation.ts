import { z } from 'zod'
import { mutationEnvelope, fileClaimSchema, givenSignatureSchema, submitSchema } from '../answering/submission.ts'
import { conflictPlaceSchema } from '../corrections/conflict-place.ts'
import { correctionSchema } from '../corrections/correction.ts'
import { addressSchema } from '../kernel/address.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { requiredText } from '../kernel/required-text.ts'
import { MAX_MARK_COMMENT } from '../answers/documents/change-request.ts'
import { MAX_REASON } from '../answers/documents/supervisor-edit.ts'
import { MAX_FILES_PER_ANSWER } from '../kernel/limits.ts'
import { copyRequestSchema } from '../mail/copy.ts'

/** Fields of a change to a stored answer. */
const change = {
  ...mutationEnvelope,
  answer: answerIdSchema,
  /** template and version that the answer was filled in with, for screens; the server takes them from the answer */
  template: templateIdSchema,
  version: z.int().min(1),
  /** version of the answer that the author saw */
  base: z.int().min(1),
  /** `lastUpdate` of that version, because a restored backup reuses version numbers; missing from older apps */
  baseAt: instantSchema.optional(),
  /** rows are addressed by ids; missing: by positions at `base`, from an app without row ids */
  rowIds: z.literal(true).optional(),
  /** files sent with the change */
  files: z.array(fileClaimSchema).max(MAX_FILES_PER_ANSWER),
}

/** Completes an incomplete answer; usually by its author. */
const editSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.edit'),
  correction: correctionSchema,
  /** new signatures; signatures at other indexes are kept */
  signatures: z.array(givenSignatureSchema).max(100),
})
export type Edit = Readonly<z.infer<typeof editSchema>>

/** Corrects an answer and records the correction. */
export const correctSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.correct'),
  correction: correctionSchema,
  /** open conflicts to decide: the later mutation and the place (`toResolution`); `null`: all places */
  resolves: z.array(z.strictObject({ mutation: mutationIdSchema, at: conflictPlaceSchema.nullable() })).max(1000),
  /** reason, shown in the history */
  reason: requiredText(MAX_REASON).optional(),
})
export type Correct = Readonly<z.infer<typeof correctSchema>>

/** Requests changes from the citizen, or ends the request (part 3, points 3 and 4). */
export const requestChangesSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.requestChanges'),
  comment: z.string().max(20_000),
  answers: z.array(addressSchema).max(5000),
  images: z.array(addressSchema).max(5000),
  documents: z.array(addressSchema).max(5000),
  /** orders of sections with requested changes; each has a marked answer, image or document */
  sections: z.array(z.int().min(0).max(9999)).max(500),
  /** comments on marks; `about`: a marked question, or the order of a marked section */
  notes: z
    .array(
      z.strictObject({
        about: z.union([addressSchema, z.int().min(0).max(9999)]),
        comment: requiredText(MAX_MARK_COMMENT),
      }),
    )
    .max(5500)
    .default([]),
  /**
   * ends the request: approves a revision, or withdraws the request. Not allowed with marks. Contains what the author
   * saw: the number of requests, whether the last was revised, and its date (`lastRequestDate`). The date is missing in
   * older apps, and if the server does not have the request yet.
   */
  ends: z.strictObject({ requests: z.int().min(1), revised: z.boolean(), at: instantSchema.optional() }).optional(),
})
export type RequestChanges = Readonly<z.infer<typeof requestChangesSchema>>

/** Citizen's revision; may only change what was requested. */
const reviseSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.revise'),
  correction: correctionSchema,
})
export type Revise = Readonly<z.infer<typeof reviseSchema>>

export const changeStateSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.changeState'),
  /** state that the author saw */
  from: z.int().min(0).max(999),
  to: z.int().min(0).max(999),
})
export type ChangeState = Readonly<z.infer<typeof changeStateSchema>>

export const deleteSchema = z.strictObject({ ...change, kind: z.literal('answer.delete') })
export type Delete = Readonly<z.infer<typeof deleteSchema>>

/** Sends a copy of the answer by e-mail. Does not change the answer; `files` contains the attachment, if any. */
const sendCopySchema = z.strictObject({
  ...change,
  kind: z.literal('answer.sendCopy'),
  ...copyRequestSchema.shape,
})
export type SendCopy = Readonly<z.infer<typeof sendCopySchema>>

/**
 * Action of a user that is sent to the server. A new kind needs a member here, a case in `decide` and a rule in access.
 */
export const mutationSchema = z.discriminatedUnion('kind', [
  submitSchema,
  editSchema,
  correctSchema,
  requestChangesSchema,
  reviseSchema,
  changeStateSchema,
  deleteSchema,
  sendCopySchema,
])
export type Mutation = z.infer<typeof mutationSchema>
export type MutationKind = Mutation['kind']

/** Action on a stored answer. */
export type AnswerChange = Edit | Correct | RequestChanges | Revise | ChangeState | Delete | SendCopy
