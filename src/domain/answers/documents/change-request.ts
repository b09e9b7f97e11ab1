import { z } from 'zod'
import { rowIdSchema } from '../../kernel/row-ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { MAX_TEXT_LENGTH } from '../../kernel/limits.ts'
import {
  linkSchema,
  boundedList,
  MAX_NAME_LENGTH,
  nameSchema,
  orderSchema,
  titleSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'

/** Maximum entries of each list of requested changes: answers, images, documents and sections. */
export const MAX_REQUESTED_CHANGES = 5000
/** Maximum characters of the comment on one requested change. */
export const MAX_MARK_COMMENT_LENGTH = 2000

export const madeBySchema = z.object({
  email: z.string().max(254).describe('e-mail address'),
  username: nameSchema.describe('username'),
  // Addition to the specification
  name: z
    .string()
    .max(2 * MAX_NAME_LENGTH + 1)
    .optional()
    .describe('first and last name at that time; missing in entries stored by earlier releases'),
})
export type MadeBy = DeepReadonly<z.infer<typeof madeBySchema>>

export const respuestaValueSchema = z.union([
  z.string().max(MAX_TEXT_LENGTH),
  z.boolean(),
  boundedList(titleSchema, 2000),
])

/**
 * Fields that identify the place of a question, by their names in the specification. `domain/kernel/address.ts` encodes
 * them in one string.
 */
export const questionPlaceFields = {
  sectionOrder: orderSchema.describe('order of the section'),
  order: orderSchema.optional().describe('order of the question; missing for a section'),
  rowIndex: z.int().min(0).max(9999).optional().describe('index of the row in a repeatable section'),
  rowId: rowIdSchema
    .optional()
    .describe('id of that row; missing in entries stored by earlier releases, where the index identifies it'),
  isMain: z.boolean().optional().describe('the main row of a repeatable section'),
  repetible: z.boolean().optional().describe('the section is repeatable'),
  conditionIndex: orderSchema.optional().describe('order of the condition'),
  title: titleSchema.default('').describe('title of the question'),
}

export const requestedChangeSchema = z.object({
  ...questionPlaceFields,
  sectionConditional: z.boolean().optional().describe('the section is conditional'),
  oldAnswer: respuestaValueSchema.optional().describe('the answer before the correction'),
  oldImage: linkSchema.optional().describe('URL of the image before the correction'),
  oldDocument: linkSchema.optional().describe('URL of the document before the correction'),
  // Addition to the specification
  comment: z.string().max(MAX_MARK_COMMENT_LENGTH).optional().describe('explanation for the citizen of what to change'),
})
export type RequestedChange = DeepReadonly<z.infer<typeof requestedChangeSchema>>

const requested = boundedList(requestedChangeSchema, MAX_REQUESTED_CHANGES).default([])

/** Entry of `requestsForChanges`; the last entry is the current request. */
export const changeRequestSchema = z.object({
  needCompletition: z.boolean().describe('true until the citizen has sent the revision'),
  madeBy: madeBySchema.describe('who made the request'),
  sentDateTime: instantSchema.describe('when it was made'),
  comment: z.string().max(20_000).default('').describe('message to the citizen'),
  changesRequested: z
    .object({
      answers: requested.describe('answers to correct'),
      images: requested.describe('images to replace'),
      documents: requested.describe('documents to replace'),
      sections: requested.describe('sections to review'),
    })
    .describe('parts to correct; empty in an entry that only closes the previous request'),
  // Additions to the specification
  revisedAt: instantSchema
    .optional()
    .describe('when the citizen sent the revision; missing in entries stored by earlier releases'),
  messageSent: z.boolean().optional().describe('the message to the citizen has been sent'),
})
export type ChangeRequest = DeepReadonly<z.infer<typeof changeRequestSchema>>

/** Maximum entries of `answersWithCorrections`. Beyond it the oldest entries are dropped. */
export const MAX_CORRECTED_ANSWERS = 10_000

/** Entry of `answersWithCorrections`: a change made by a revision. The specification names the list, not its fields. */
export const correctedAnswerSchema = requestedChangeSchema.omit({ comment: true }).extend({
  newAnswer: respuestaValueSchema.optional().describe('the answer after the correction'),
  newImage: linkSchema.optional().describe('URL of the image after the correction'),
  newDocument: linkSchema.optional().describe('URL of the document after the correction'),
  date: instantSchema.optional().describe('when it was corrected'),
})
export type CorrectedAnswer = DeepReadonly<z.infer<typeof correctedAnswerSchema>>
