import { z } from 'zod'
import { rowIdSchema } from '../../kernel/row-ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { linkSchema, boundedList, nameSchema, orderSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema, questionPlaceFields, respuestaValueSchema } from './change-request.ts'
import { citizenSchema, personaSchema } from '../../citizens/documents/citizen.ts'
import { locationSchema } from '../../places/documents/location.ts'
import { DATA_TYPE } from '../../questions/documents.ts'

const MAX_EDITS = 5000
/** Maximum characters of the reason for a correction. */
export const MAX_CORRECTION_REASON_LENGTH = 2000

/** Entry of `editsBySupervisor`: the changes of one correction. */
export const supervisorEditSchema = z.object({
  madeBy: madeBySchema.describe('who made the correction'),
  sentDateTime: instantSchema.describe('when it was made'),
  editedLocation: locationSchema.optional().describe('the location after the correction'),
  editedCitizen: citizenSchema.nullable().optional().describe('the citizen after the correction; null: removed'),
  editedPersona: personaSchema.nullable().optional().describe('the recipient after the correction; null: removed'),
  editedIdentifier: nameSchema.nullable().optional().describe('the asset after the correction; null: removed'),
  editedConditions: boundedList(
    z.object({
      sectionOrder: orderSchema.describe('order of the section'),
      conditionIndex: orderSchema.describe('order of the condition'),
      checked: z.boolean().describe('checked after the correction'),
    }),
    MAX_EDITS,
  )
    .default([])
    .describe('conditions that were checked or unchecked'),
  editedRows: boundedList(
    z.object({
      sectionOrder: orderSchema.describe('order of the section'),
      rows: z.int().min(0).max(9999).describe('number of rows beyond the main one after the correction'),
      // Additions to the specification
      added: boundedList(rowIdSchema, 9999).optional().describe('ids of the rows that were added'),
      removed: boundedList(rowIdSchema, 9999).optional().describe('ids of the rows that were removed'),
    }),
    MAX_EDITS,
  )
    .optional()
    .describe('repeatable sections with added or removed rows'),
  editedImages: boundedList(
    z.object({ urlImage: linkSchema.describe('URL of the image after the correction') }),
    MAX_EDITS,
  )
    .default([])
    .describe('images that were replaced'),
  editedDocuments: boundedList(
    z.object({ urlDocument: linkSchema.describe('URL of the document after the correction') }),
    MAX_EDITS,
  )
    .default([])
    .describe('documents that were replaced'),
  editedAnswers: z
    .object({
      answers: boundedList(
        z.object({
          ...questionPlaceFields,
          answer: respuestaValueSchema.describe('the answer after the correction'),
          files: boundedList(nameSchema, 3).optional().describe('names of the files after the correction'),
          dataType: z
            .int()
            .min(1)
            .max(Math.max(...Object.values(DATA_TYPE)))
            .optional()
            .describe('tipoDato of the question'),
        }),
        MAX_EDITS,
      ).describe('one entry for each question'),
    })
    .default({ answers: [] })
    .describe('answers that were changed'),
  // Addition to the specification
  reason: z.string().max(MAX_CORRECTION_REASON_LENGTH).optional().describe('reason given by its author'),
})
export type SupervisorEdit = DeepReadonly<z.infer<typeof supervisorEditSchema>>
