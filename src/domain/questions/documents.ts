import { z } from 'zod'
import { rowIdSchema } from '../kernel/row-ids.ts'
import { MAX_TEXT_LENGTH } from '../kernel/limits.ts'
import {
  buildAlternativeFields,
  linkSchema,
  boundedList,
  orderSchema,
  titleSchema,
  type DeepReadonly,
} from '../kernel/building-blocks.ts'
import { centsSchema } from '../payments/documents/payment.ts'
import { storedFileSchema } from '../files/documents/stored-file.ts'

/** Values of `tipoPregunta`, the kind of question. */
export const QUESTION_TYPE = { OPEN: 1, SELECT: 2, RADIO: 3, BOOLEAN: 4, COMBINED: 5 } as const
export type QuestionType = (typeof QUESTION_TYPE)[keyof typeof QUESTION_TYPE]

/** Values of `tipoDato`, the data type of an open question. LINK and TITLE only show content. */
export const DATA_TYPE = { STRING: 1, NUMBER: 2, DECIMAL: 3, DATE: 4, TIME: 5, LINK: 6, TITLE: 7 } as const
export type DataType = (typeof DATA_TYPE)[keyof typeof DATA_TYPE]

export const MAX_OPTIONS = 2000
export const MAX_COMBINED_ITEMS = 500

const questionTypeSchema = z.literal(Object.values(QUESTION_TYPE))
/** Types of inputs in a combined question; combined questions cannot be nested. */
const inputTypeSchema = z.literal([
  QUESTION_TYPE.OPEN,
  QUESTION_TYPE.SELECT,
  QUESTION_TYPE.RADIO,
  QUESTION_TYPE.BOOLEAN,
])
const dataTypeSchema = z.literal(Object.values(DATA_TYPE))
const respuestaSchema = z.union([z.string().max(MAX_TEXT_LENGTH), z.boolean()])

export const optionSchema = z.object({
  orden: orderSchema.describe('position in the list; identifies the option in an answer'),
  texto: titleSchema.describe('text of the option'),
  checked: z.boolean().default(false).describe('chosen; always false in a form'),
  precio: centsSchema.optional().describe('price of choosing it, in cents'),
  ...buildAlternativeFields('texto'),
})
export type Option = DeepReadonly<z.infer<typeof optionSchema>>

const optionsSchema = boundedList(optionSchema, MAX_OPTIONS).default([])

export const combinedTextSchema = z.object({
  type: z.literal('text').describe('a piece of fixed text'),
  orden: orderSchema.describe('position in the block'),
  content: z.string().max(20_000).describe('the text'),
  style: z.enum(['normal', 'bold', 'italic']).default('normal').describe('how it is formatted'),
})
export const combinedInputSchema = z.object({
  type: z.literal('input').describe('a field to fill in'),
  orden: orderSchema.describe('position in the block; identifies the field in an answer'),
  name: titleSchema.describe('label of the field'),
  tipoPregunta: inputTypeSchema.describe('how the field is answered: 1 open, 2 select, 3 radio, 4 yes/no'),
  tipoDato: dataTypeSchema
    .default(DATA_TYPE.STRING)
    .describe('data type of its text: 1 text, 2 whole number, 3 decimal, 4 date, 5 time, 6 link, 7 title'),
  opciones: optionsSchema.describe('options'),
  required: z.boolean().default(false).describe('required'),
  filtrable: z.boolean().default(false).describe('the options have a search box'),
  respuesta: respuestaSchema.optional().describe('in an answer: its value, as canonical text or yes/no'),
})
export const combinedBreakSchema = z.object({
  type: z.literal('break').describe('a new line'),
  orden: orderSchema.describe('position in the block'),
})
export type CombinedInput = DeepReadonly<z.infer<typeof combinedInputSchema>>

/** Item of a combined question. */
export const combinedItemSchema = z.discriminatedUnion('type', [
  combinedTextSchema,
  combinedInputSchema,
  combinedBreakSchema,
])
export type CombinedItem = DeepReadonly<z.infer<typeof combinedItemSchema>>

const flag = z.boolean().default(false)

/** Question of a template. */
export const questionSchema = z.object({
  orden: orderSchema.describe('position in its section or condition; part of its address'),
  titulo: titleSchema.describe('the question'),
  ...buildAlternativeFields('titulo'),
  ayuda: titleSchema.optional().describe('help text below the question'),
  ...buildAlternativeFields('ayuda'),
  tipoPregunta: questionTypeSchema.describe('how it is answered: 1 open, 2 select, 3 radio, 4 yes/no, 5 combined'),
  tipoDato: dataTypeSchema
    .default(DATA_TYPE.STRING)
    .describe(
      "data type of an open question's text: 1 text, 2 whole number, 3 decimal, 4 date, 5 time, 6 link, 7 title",
    ),
  permiteNegativos: z.boolean().optional().describe('negative numbers are allowed; missing: not allowed'),
  escaneable: z
    .boolean()
    .optional()
    .describe('the answer can be scanned from a barcode or QR code; for text and whole numbers'),
  esUbicacion: z
    .boolean()
    .optional()
    .describe(
      'the text is a location: an address, coordinates, or both (`Address (-31.414200, -64.189300)`); in a repeatable section, each row has its own',
    ),
  seRepite: z
    .boolean()
    .optional()
    .describe(
      'whether the value is copied when an answer or row starts as a copy; missing: texts and numbers are, choices and files are not',
    ),
  empiezaAhora: z
    .boolean()
    .optional()
    .describe('a date or time question is filled in with the current date or time when the answer is started'),
  nombraRespuesta: z
    .boolean()
    .optional()
    .describe(
      'lists show its value as the name of the answer; if several questions have this flag, the first one that is answered',
    ),
  precio: centsSchema
    .optional()
    .describe('price in cents of the answer "yes" to a yes/no question, or of one unit of a whole number'),
  required: flag.describe('required; if an attachment is enabled, only the attachment is required'),
  filtrable: flag.describe('the options have a search box'),
  adjuntar: flag.describe('an image can be attached'),
  adjuntarDocumento: flag.describe('a document can be attached'),
  adjuntarVideo: flag.describe('a video can be attached'),
  opciones: optionsSchema.describe('options, for select and radio'),
  link: linkSchema.optional().describe('target of a link question'),
  tituloLink: titleSchema.optional().describe('text of the link'),
  combinedQuestions: boundedList(combinedItemSchema, MAX_COMBINED_ITEMS)
    .optional()
    .describe('items of a combined question'),
  unsaved: z.boolean().optional().describe('editor only: a combined question that has not been saved yet'),
})
export type Question = DeepReadonly<z.infer<typeof questionSchema>>

/** Question with its value, in an answer document. */
export const answeredQuestionSchema = questionSchema.extend({
  respuesta: respuestaSchema
    .optional()
    .describe('canonical text, yes/no, or the text of the option of a radio question'),
  imagen: storedFileSchema.optional().describe('the attached image'),
  documento: storedFileSchema.optional().describe('the attached document'),
  video: storedFileSchema.optional().describe('the attached video'),
  repetible: z.boolean().optional().describe('true: in a repeatable section'),
  rowIndex: z.int().min(0).max(9999).optional().describe('index of the row in a repeatable section'),
  rowId: rowIdSchema.optional().describe('id of that row'),
  sectionOrder: orderSchema.optional().describe('order of the section'),
})
export type AnsweredQuestion = DeepReadonly<z.infer<typeof answeredQuestionSchema>>
