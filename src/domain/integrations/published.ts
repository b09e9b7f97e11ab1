import { z } from 'zod'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/* Published formats, version 1: fields may be added but not renamed, removed or changed in meaning. */

const text = z.string()
const placeNameSchema = z.strictObject({ id: text.describe('last segment of its path'), name: text.describe('name') })
const stateSchema = z.strictObject({ id: z.int().describe('its number in the form'), name: text.describe('name') })

/** `number`: JSON numbers where exact. `choice`: texts of the chosen options. */
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
  .describe('how it is answered; block: several fields; none: it shows something and asks nothing')

const askedFields = {
  address: text.describe('where it stands: the same in each answer to one version'),
  section: text.describe('title of its section'),
  condition: text.nullable().describe('the condition under which it is asked; null: always'),
  question: text.describe('the question'),
  kind: questionKindSchema,
}

const publishedQuestionSchema = z.strictObject({
  ...askedFields,
  required: z.boolean().describe('must be answered'),
  repeats: z.boolean().describe('its section can be filled in several times'),
  options: z.array(text).describe('what may be chosen'),
})

const templateLineSchema = z.strictObject({
  id: templateIdSchema.describe('id of the form'),
  title: text.describe('title'),
  description: text.describe('explanation under the title'),
  version: z.int().describe('its current version'),
  areas: z.array(placeNameSchema).describe('areas that it belongs to; the first one governs'),
  public: z.boolean().describe('anybody may answer it'),
  updatedAt: instantSchema.describe('when its current version was saved'),
})
export type TemplateLine = z.infer<typeof templateLineSchema>

export const publishedTemplateSchema = templateLineSchema.extend({
  states: z.array(stateSchema).describe('states that its answers go through'),
  questions: z.array(publishedQuestionSchema).describe('everything that it may ask, in its order'),
})
export type PublishedTemplate = z.infer<typeof publishedTemplateSchema>

export const templatesPageSchema = z.strictObject({
  templates: z.array(templateLineSchema),
  next: text.nullable().describe('what `cursor` is for the next page; null: these were the last'),
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
  code: text.describe('its code, by which people know it'),
  form: templateIdSchema.describe('id of its form'),
  state: stateSchema.nullable().describe('where it stands; null: its form has no states'),
  createdAt: instantSchema.describe('when the person saved it, by the corrected clock of their device'),
  receivedAt: instantSchema.describe('when it came to the server'),
  updatedAt: instantSchema.describe('its last change, by the clock of the server'),
  author: z
    .strictObject({ name: text.describe('first and last name'), login: text.describe('e-mail address or username') })
    .describe('who answered'),
  recipient: text.describe('whom it is about; empty: nobody'),
  location: z
    .strictObject({
      address: text.describe('as a text'),
      latitude: z.number().nullable().describe('degrees north'),
      longitude: z.number().nullable().describe('degrees east'),
    })
    .nullable()
    .describe('where it was given; null: its form does not ask'),
}
const publishedLineSchema = z.strictObject(answerLineFields)
export type PublishedLine = z.infer<typeof publishedLineSchema>

export const publishedAnswersSchema = z.strictObject({
  answers: z.array(publishedLineSchema),
  next: text.nullable().describe('what `cursor` is for the next page; null: these were the last, for now'),
})

const valueSchema = z.union([text, z.number(), z.boolean(), z.array(text)])

const publishedFileSchema = z.strictObject({
  sha256: sha256Schema.describe('hash of its bytes'),
  name: text.describe('name that it had on the device'),
  type: text.describe('media type, by its bytes'),
  bytes: z.int().describe('length'),
  path: text.describe('where it is read, with the same token'),
})

export const publishedAnswerSchema = z.strictObject({
  ...answerLineFields,
  version: z.int().describe('counts its changes; 1 when it came'),
  formTitle: text.describe('title of its form when it was answered'),
  formVersion: z.int().describe('the version of the form that was answered'),
  area: placeNameSchema.describe('the area that it belongs to'),
  person: personSchema.nullable().describe('the citizen or legal entity that it is about, in full'),
  incident: text.describe('number in the management system; empty: none'),
  openConflicts: z.int().describe('changes that met one another and wait for a decision'),
  values: z
    .array(
      z.strictObject({
        ...askedFields,
        row: z
          .int()
          .nullable()
          .describe('of a repeated section: 0 for its second row; null: the first, or not repeated'),
        rowId: text
          .nullable()
          .describe('identifies that row in every version of the answer, whatever rows come and go; null like `row`'),
        value: z
          .union([valueSchema, z.record(text, valueSchema)])
          .nullable()
          .describe('what was answered; of a block, by the names of its fields; null: only files'),
        files: z.array(sha256Schema).describe('hashes of what is attached'),
      }),
    )
    .describe('what was answered, in the order of the form; what was not is not here'),
  signatures: z
    .array(z.strictObject({ title: text.describe('whose it is'), name: text, file: sha256Schema.nullable() }))
    .describe('signatures'),
  files: z.array(publishedFileSchema).describe('every file that it names, once each'),
})
export type PublishedAnswer = z.infer<typeof publishedAnswerSchema>

/** Kinds of changes, with the names of the events where they exist. */
export const CHANGE_KINDS = {
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
      at: instantSchema.describe('when it was made'),
      change: z.enum(['created', ...Object.values(CHANGE_KINDS), 'changed']).describe('by what'),
      by: text.describe('username of who made it; empty for the first one, and where nobody is known'),
    }),
  ),
  next: z.int().nullable().describe('what `before` is for the next page; null: these were the last'),
})
export type PublishedHistory = z.infer<typeof publishedHistorySchema>
