import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { MAX_STATE_HISTORY } from '../../kernel/limits.ts'
import {
  buildAlternativeFields,
  boundedList,
  MAX_NAME_LENGTH,
  nameSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'

const stateIdSchema = z.int().min(0).max(999)

/** Number of state colours; users could not distinguish more. */
export const STATE_COLOUR_COUNT = 7

export const stateSchema = z.object({
  id: stateIdSchema.describe('index of the state in `disponibles`'),
  nombre: nameSchema.describe('name, unique in the form'),
  ...buildAlternativeFields('nombre'),
  color: z
    .int()
    .min(0)
    .max(STATE_COLOUR_COUNT - 1)
    .optional()
    .describe(
      'colour beside its name: 0 blue, 1 orange, 2 green, 3 violet, 4 yellow, 5 pink, 6 grey; missing: the id of the state modulo 7',
    ),
  transiciones: boundedList(stateIdSchema, 1000)
    .default([])
    .describe('ids of the possible next states, without the state itself'),
  idTipoIncidente: nameSchema.optional().describe('incident type of this state, if each state has its own'),
})
export type State = DeepReadonly<z.infer<typeof stateSchema>>

export const historyEntrySchema = z.object({
  date: instantSchema.describe('when the answer entered the state'),
  userName: nameSchema.describe('who set this state: e-mail address or username'),
  name: z
    .string()
    .max(2 * MAX_NAME_LENGTH + 1)
    .optional()
    .describe(
      'their first and last name at that time; missing in entries stored by earlier releases, and in the first entry, whose user is the author of the answer',
    ),
  stateId: stateIdSchema.describe('the state entered'),
  stateName: nameSchema.describe('name of the state at that time'),
  initial: z.boolean().optional().describe('true: the state that the answer started in'),
})
export type HistoryEntry = DeepReadonly<z.infer<typeof historyEntrySchema>>

/** `estados` of a template. */
export const templateStatesSchema = z.object({
  disponibles: boundedList(stateSchema, 1000).describe('the states of this form; the id of a state is its index'),
  inicial: stateIdSchema
    .nullable()
    .default(null)
    .describe('id of the state that a new answer starts in; null without states'),
  history: boundedList(historyEntrySchema, MAX_STATE_HISTORY)
    .default([])
    .describe('transitions so far, oldest first; empty in a form'),
})
export type TemplateStates = DeepReadonly<z.infer<typeof templateStatesSchema>>

/** `estados` of an answer: the template's states and the current state. */
export const answerStatesSchema = templateStatesSchema.extend({
  actual: stateIdSchema.describe('index into `disponibles` of the current state'),
})
export type AnswerStates = DeepReadonly<z.infer<typeof answerStatesSchema>>
