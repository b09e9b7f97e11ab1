import { z } from 'zod'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/* Published formats, version 1: fields may be added but not renamed, removed or changed in meaning. */

const text = z.string()
const placeNameSchema = z.strictObject({ id: text.describe('last segment of its path'), name: text.describe('name') })
const stateSchema = z.strictObject({ id: z.int().describe('id of the state in the form'), name: text.describe('name') })

/** Kinds of questions. `number`: JSON numbers where exact. `choice`: texts of the chosen options. */
export const QUESTION_KINDS = [
  'text',
  'number',
  'date',
  'time',
  'yes-no',
  'choice',
  'one-choice',
  'block',
  'none',
] as const
const questionKindSchema = z
  .enum(QUESTION_KINDS)
  .describe('type of answer; block: several fields; none: shows text and asks nothing')

const askedFields = {
  address: text.describe('position of the question; the same in all answers of one form version'),
  section: text.describe('title of the section'),
  condition: text.nullable().describe('the condition it depends on; null: none'),
  question: text.describe('the question'),
  kind: questionKindSchema,
}

const publishedQuestionSchema = z.strictObject({
  ...askedFields,
  required: z.boolean().describe('required'),
  repeats: z.boolean().describe('true: in a repeatable section'),
  options: z.array(text).describe('options'),
})

const templateListItemSchema = z.strictObject({
  id: templateIdSchema.describe('id of the form'),
  title: text.describe('title'),
  description: text.describe('description below the title'),
  version: z.int().describe('current version of the form'),
  areas: z.array(placeNameSchema).describe('areas of the form; the first one decides permissions'),
  public: z.boolean().describe('true: anyone may answer it'),
  updatedAt: instantSchema.describe('when the current version was saved'),
})
export type TemplateListItem = z.infer<typeof templateListItemSchema>

export const publishedTemplateSchema = templateListItemSchema.extend({
  states: z.array(stateSchema).describe('states of its answers'),
  questions: z.array(publishedQuestionSchema).describe('questions of the form, in order'),
})
export type PublishedTemplate = z.infer<typeof publishedTemplateSchema>

export const templatesPageSchema = z.strictObject({
  templates: z.array(templateListItemSchema),
  next: text.nullable().describe('`cursor` of the next page; null: no more'),
})

const personSchema = z.strictObject({
  name: text.describe('name, or business name'),
  idNumber: text.describe('ID number of a person; empty when there is none'),
  taxNumber: text.describe('tax number of a legal entity; empty when there is none'),
  email: text.describe('e-mail address'),
  phone: text.describe('phone number, as written'),
  address: text.describe('street and number'),
})

const answerLineFields = {
  id: answerIdSchema.describe('id of the answer'),
  code: text.describe('answer code'),
  form: templateIdSchema.describe('id of the form'),
  state: stateSchema.nullable().describe('state; null if the form has no states'),
  createdAt: instantSchema.describe("when it was saved, by the device's corrected clock"),
  receivedAt: instantSchema.describe('when the server received it'),
  updatedAt: instantSchema.describe("last change, by the server's clock"),
  author: z
    .strictObject({ name: text.describe('first and last name'), login: text.describe('e-mail address or username') })
    .describe('who answered'),
  recipient: text.describe('recipient; empty if there is none'),
  location: z
    .strictObject({
      address: text.describe('address, as text'),
      latitude: z.number().nullable().describe('degrees north'),
      longitude: z.number().nullable().describe('degrees east'),
    })
    .nullable()
    .describe('location; null if the form does not ask for one'),
}
const publishedAnswerSummarySchema = z.strictObject(answerLineFields)
export type PublishedAnswerSummary = z.infer<typeof publishedAnswerSummarySchema>

export const publishedAnswersSchema = z.strictObject({
  answers: z.array(publishedAnswerSummarySchema),
  next: text.nullable().describe('`cursor` of the next page; null: no more for now'),
})

const valueSchema = z.union([text, z.number(), z.boolean(), z.array(text)])

const publishedFileSchema = z.strictObject({
  sha256: sha256Schema.describe('hash of the bytes'),
  name: text.describe('name of the file on the device'),
  type: text.describe('media type, detected from its bytes'),
  bytes: z.int().describe('length in bytes'),
  path: text.describe('URL of the file, for the same token'),
})

export const publishedAnswerSchema = z.strictObject({
  ...answerLineFields,
  version: z.int().describe('version number; 1 when received'),
  formTitle: text.describe('title of the form when it was answered'),
  formVersion: z.int().describe('the version of the form that was answered'),
  area: placeNameSchema.describe('area of the answer'),
  person: personSchema.nullable().describe('the citizen or legal entity, in full'),
  incident: text.describe('number in the management system; empty: none'),
  openConflicts: z.int().describe('number of conflicts that wait for a decision'),
  values: z
    .array(
      z.strictObject({
        ...askedFields,
        row: z
          .int()
          .nullable()
          .describe('row of a repeatable section: 0 for its second row; null: the first, or not repeatable'),
        rowId: text.nullable().describe('id of the row, the same in all versions of the answer; null like `row`'),
        value: z
          .union([valueSchema, z.record(text, valueSchema)])
          .nullable()
          .describe('the answer; for a block, an object keyed by field name; null: files only'),
        files: z.array(sha256Schema).describe('hashes of the attached files'),
      }),
    )
    .describe("answered questions in the form's order; unanswered ones are left out"),
  signatures: z
    .array(
      z.strictObject({
        title: text.describe('capacity of the signatory'),
        name: text.describe('name of the signatory'),
        file: sha256Schema.nullable().describe('hash of the image; null: not signed'),
      }),
    )
    .describe('signatures'),
  files: z.array(publishedFileSchema).describe('files of the answer, once each'),
})
export type PublishedAnswer = z.infer<typeof publishedAnswerSchema>

/** Published names of the kinds of changes. */
export const PUBLISHED_CHANGE_KINDS = {
  'answer.edit': 'completed',
  'answer.correct': 'corrected',
  'answer.requestChanges': 'changes-requested',
  'answer.revise': 'revised',
  'answer.changeState': 'state-changed',
  'answer.delete': 'deleted',
  'answer.restore': 'restored',
} as const

export const publishedHistorySchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: z.int().describe('counts from 1'),
      at: instantSchema.describe('creation time'),
      change: z
        .enum(['created', ...Object.values(PUBLISHED_CHANGE_KINDS), 'changed'])
        .describe('change that made this version'),
      by: text.describe('username of its author; empty for the first version and if unknown'),
    }),
  ),
  next: z.int().nullable().describe('`before` of the next page; null: no more'),
})
export type PublishedHistory = z.infer<typeof publishedHistorySchema>
