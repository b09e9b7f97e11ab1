import { z } from 'zod'
import { envelope, fileClaimSchema, signedSchema, submitSchema } from '../answering/submission.ts'
import { conflictPlaceSchema } from '../corrections/conflict-place.ts'
import { correctionSchema } from '../corrections/correction.ts'
import { addressSchema } from '../kernel/address.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { requiredText } from '../kernel/required-text.ts'
import { MAX_MARK_COMMENT } from '../answers/documents/change-request.ts'
import { MAX_REASON } from '../answers/documents/supervisor-edit.ts'
import { MAX_FILES_PER_ANSWER } from '../kernel/limits.ts'
import { copyWishSchema } from '../mail/copy.ts'

/** What a change to a stored answer carries. */
const change = {
  ...envelope,
  answer: answerIdSchema,
  /** template and version that it was filled with, for the device's screens; the server reads them off the answer */
  template: templateIdSchema,
  version: z.int().min(1),
  /** version of the answer that its author had before them */
  base: z.int().min(1),
  /** rows are addressed by their ids; missing: by their positions at `base`, by an app from before row ids */
  rowIds: z.literal(true).optional(),
  /** files that the change brings */
  files: z.array(fileClaimSchema).max(MAX_FILES_PER_ANSWER),
}

/** Completes an answer that is incomplete; the one who wrote it usually. */
export const editSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.edit'),
  correction: correctionSchema,
  /** signatures given now; those of other indexes stay */
  signatures: z.array(signedSchema).max(100),
})
export type Edit = Readonly<z.infer<typeof editSchema>>

/** Replaces what was answered, on the record. */
export const correctSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.correct'),
  correction: correctionSchema,
  /** open conflicts that this decides: the mutation that came second, and where (`resolutionOf`); `null`: everywhere */
  resolves: z.array(z.strictObject({ mutation: mutationIdSchema, at: conflictPlaceSchema.nullable() })).max(1000),
  /** why, for who reads the history */
  reason: requiredText(MAX_REASON).optional(),
})
export type Correct = Readonly<z.infer<typeof correctSchema>>

/** Asks the citizen to correct, or ends that (part 3, points 3 and 4). */
export const requestChangesSchema = z.strictObject({
  ...change,
  kind: z.literal('answer.requestChanges'),
  comment: z.string().max(20_000),
  answers: z.array(addressSchema).max(5000),
  images: z.array(addressSchema).max(5000),
  documents: z.array(addressSchema).max(5000),
  /** orders of the sections in which something is asked for; each has a marked answer, image or document */
  sections: z.array(z.int().min(0).max(9999)).max(500),
  /** what is said beside a mark; `about`: a marked question, or the order of a marked section */
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
   * nothing is asked any more: a revision is approved, or the request is taken back. What its author saw: how many
   * requests there were, and whether the last had been answered. Then nothing is marked.
   */
  ends: z.strictObject({ requests: z.int().min(1), revised: z.boolean() }).optional(),
})
export type RequestChanges = Readonly<z.infer<typeof requestChangesSchema>>

/** The citizen's revision: only what was asked for may change. */
export const reviseSchema = z.strictObject({
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

/** Has a copy of the answer sent by e-mail. Changes nothing of it; `files` has the attachment, where there is one. */
export const sendCopySchema = z.strictObject({
  ...change,
  kind: z.literal('answer.sendCopy'),
  ...copyWishSchema.shape,
})
export type SendCopy = Readonly<z.infer<typeof sendCopySchema>>

/** What a user did and the server must know. A new kind is a member here, a case in `decide` and a rule in access. */
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

/** What is done to an answer that the server has. */
export type Change = Edit | Correct | RequestChanges | Revise | ChangeState | Delete | SendCopy
