import { z } from 'zod'
import {
  buildAlternativeFields,
  descriptionSchema,
  boundedList,
  nameSchema,
  orderSchema,
  titleSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'
import { MAX_ADDITIONAL_ROWS } from '../../answers/documents/values.ts'
import { rowIdSchema } from '../../kernel/row-ids.ts'
import { answeredQuestionSchema, questionSchema } from '../../questions/documents.ts'

export const MAX_SECTIONS = 500
export const MAX_QUESTIONS_PER_LIST = 1000
export const MAX_CONDITIONS_PER_SECTION = 1000

const flag = z.boolean().default(false)
const questionsSchema = boundedList(questionSchema, MAX_QUESTIONS_PER_LIST).default([])
const answeredQuestionsSchema = boundedList(answeredQuestionSchema, MAX_QUESTIONS_PER_LIST).default([])

export const conditionSchema = z.object({
  order: orderSchema.describe('position in the section; part of the address of its questions'),
  condition: titleSchema.describe('text beside the checkbox'),
  ...buildAlternativeFields('condition'),
  checked: flag.describe('in an answer: the person checked it; always false in a form'),
  questions: questionsSchema.describe('asked when it is checked'),
})
export type Condition = DeepReadonly<z.infer<typeof conditionSchema>>

export const rowSchema = z.object({
  orden: orderSchema.describe('position among the rows'),
  preguntas: questionsSchema.describe('the questions of this row'),
})

export const sectionSchema = z.object({
  orden: orderSchema.describe('position in the form; part of the address of its questions'),
  titulo: titleSchema.default('').describe('title; the screen shows "Sección N" when empty'),
  ...buildAlternativeFields('titulo'),
  descripcion: descriptionSchema.default('').describe('description below the title'),
  ...buildAlternativeFields('descripcion'),
  areaAsociada: z
    .object({ nombre: nameSchema.describe('name of the area') })
    .optional()
    .describe('area that the section belongs to'),
  repetible: flag.describe('can be filled in several times'),
  nombreFila: titleSchema
    .optional()
    .describe('name of one row of a repeatable section ("tree"); missing: rows are numbered'),
  ...buildAlternativeFields('nombreFila'),
  seccionesRepetibles: boundedList(rowSchema, MAX_ADDITIONAL_ROWS)
    .default([])
    .describe('rows beyond the main one; empty in a form'),
  required: flag.describe('conditional section: at least one condition must be checked'),
  conditionalSection: flag.describe('the questions of the section depend on conditions'),
  conditionalQuestion: titleSchema.default('').describe('title of a conditional section'),
  ...buildAlternativeFields('conditionalQuestion'),
  conditionalSectionSingle: flag.describe('only one condition may be checked'),
  conditions: boundedList(conditionSchema, MAX_CONDITIONS_PER_SECTION)
    .default([])
    .describe('conditions of the section'),
  preguntas: questionsSchema.describe('questions of a normal section; main row of a repeatable one'),
})
export type Section = DeepReadonly<z.infer<typeof sectionSchema>>

// Conditions, rows and sections as stored in answers.

export const answeredConditionSchema = conditionSchema.extend({
  questions: answeredQuestionsSchema.describe('asked when it is checked'),
})
export type AnsweredCondition = DeepReadonly<z.infer<typeof answeredConditionSchema>>

export const answeredRowSchema = rowSchema.extend({
  // Addition to the specification
  rowId: rowIdSchema
    .optional()
    .describe('id of the row; missing in answers stored by earlier releases, where the index identifies it'),
  preguntas: answeredQuestionsSchema.describe('the questions of this row, answered'),
})

export const answeredSectionSchema = sectionSchema.extend({
  seccionesRepetibles: boundedList(answeredRowSchema, MAX_ADDITIONAL_ROWS)
    .default([])
    .describe('rows beyond the main one'),
  conditions: boundedList(answeredConditionSchema, MAX_CONDITIONS_PER_SECTION)
    .default([])
    .describe('conditions of the section, with those that are checked'),
  preguntas: answeredQuestionsSchema.describe('questions of a normal section; main row of a repeatable one'),
})
export type AnsweredSection = DeepReadonly<z.infer<typeof answeredSectionSchema>>
