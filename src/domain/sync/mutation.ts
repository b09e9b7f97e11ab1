import { z } from 'zod'
import {
  mutationEnvelope,
  fileClaimSchema,
  givenSignatureSchema,
  submitMutationSchema,
} from '../answering/submission.ts'
import { conflictPlaceSchema } from '../corrections/conflict-place.ts'
import { correctionSchema } from '../corrections/correction.ts'
import { addressSchema } from '../kernel/address.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { requiredText } from '../kernel/required-text.ts'
import { MAX_MARK_COMMENT_LENGTH } from '../answers/documents/change-request.ts'
import { MAX_CORRECTION_REASON_LENGTH } from '../answers/documents/supervisor-edit.ts'
import { MAX_FILES_PER_ANSWER } from '../kernel/limits.ts'
import { copyRequestSchema } from '../mail/copy.ts'

/** Fields of a change to a stored answer. */
const change = {
  ...mutationEnvelope,
  answer: answerIdSchema,
  /** template and version of the answer, only for screens; the server reads them from the answer */
  template: templateIdSchema,
  version: z.int().min(1),
  /** version of the answer that the author saw */
  base: z.int().min(1),
  /** `lastUpdate` of the version `base`, because a restored server reuses version numbers; missing in older apps */
  baseAt: instantSchema.optional(),
  /** true: rows are addressed by id; missing: by position at `base`, because the app had no row ids */
  rowIds: z.literal(true).optional(),
  /** files sent with the change */
  files: z.array(fileClaimSchema).max(MAX_FILES_PER_ANSWER),
}

/** Completes an incomplete answer; usually done by its author. */
const editSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.edit'),
  correction: correctionSchema,
  /** added signatures; signatures with other indexes are kept */
  signatures: z.array(givenSignatureSchema).max(100),
})
export type EditMutation = Readonly<z.infer<typeof editSchema>>

/** Corrects an answer and records the correction. */
export const correctMutationSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.correct'),
  correction: correctionSchema,
  /**
   * open conflicts that this correction resolves: the later mutation and the place (`toConflictResolution`); `null`:
   * all places
   */
  resolves: z.array(z.strictObject({ mutation: mutationIdSchema, at: conflictPlaceSchema.nullable() })).max(1000),
  /** reason for the correction, shown in the history */
  reason: requiredText(MAX_CORRECTION_REASON_LENGTH).optional(),
})
export type CorrectMutation = Readonly<z.infer<typeof correctMutationSchema>>

/** Requests changes from the citizen, or ends such a request (part 3, points 3 and 4). */
export const requestChangesMutationSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.requestChanges'),
  comment: z.string().max(20_000),
  answers: z.array(addressSchema).max(5000),
  images: z.array(addressSchema).max(5000),
  documents: z.array(addressSchema).max(5000),
  /** `orden` of each section with requested changes; each has a marked answer, image or document */
  sections: z.array(z.int().min(0).max(9999)).max(500),
  /** comments on marks; `about`: a marked question, or the `orden` of a marked section */
  notes: z
    .array(
      z.strictObject({
        about: z.union([addressSchema, z.int().min(0).max(9999)]),
        comment: requiredText(MAX_MARK_COMMENT_LENGTH),
      }),
    )
    .max(5500)
    .default([]),
  /**
   * set to end the request, by approving a revision or withdrawing the request; not allowed together with marks.
   * Contains what the author saw: the number of requests, whether the last one was revised, and its date
   * (`findLastRequestDate`). The date is missing in older apps, and if the server does not have the request yet
   */
  ends: z.strictObject({ requests: z.int().min(1), revised: z.boolean(), at: instantSchema.optional() }).optional(),
})
export type RequestChangesMutation = Readonly<z.infer<typeof requestChangesMutationSchema>>

/** Revision by the citizen; may change only the requested parts. */
const reviseSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.revise'),
  correction: correctionSchema,
})
export type ReviseMutation = Readonly<z.infer<typeof reviseSchema>>

export const changeStateMutationSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.changeState'),
  /** id of the state that the author saw */
  from: z.int().min(0).max(999),
  to: z.int().min(0).max(999),
})
export type ChangeStateMutation = Readonly<z.infer<typeof changeStateMutationSchema>>

export const deleteMutationSchema = z.strictObject({ ...change, kind: z.literal('answer.delete') })
export type DeleteMutation = Readonly<z.infer<typeof deleteMutationSchema>>

/**
 * Sends a copy of the answer by email. Does not change the answer; `files` contains the attachment, if there is one.
 */
const sendCopySchema = z.strictObject({
  ...change,
  kind: z.literal('answer.sendCopy'),
  ...copyRequestSchema.shape,
})
export type SendCopyMutation = Readonly<z.infer<typeof sendCopySchema>>

/**
 * An action of a user that is sent to the server. A new kind needs a member here, a case in `decide` and a rule in
 * src/domain/access.
 */
export const mutationSchema = z.discriminatedUnion('kind', [
  submitMutationSchema,
  editSchema,
  correctMutationSchema,
  requestChangesMutationSchema,
  reviseSchema,
  changeStateMutationSchema,
  deleteMutationSchema,
  sendCopySchema,
])
export type Mutation = z.infer<typeof mutationSchema>
export type MutationKind = Mutation['kind']

/** An action on a stored answer. */
export type AnswerChange =
  | EditMutation
  | CorrectMutation
  | RequestChangesMutation
  | ReviseMutation
  | ChangeStateMutation
  | DeleteMutation
  | SendCopyMutation
