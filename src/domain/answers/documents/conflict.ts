import { z } from 'zod'
import { addressSchema } from '../../kernel/address.ts'
import { rowIdSchema } from '../../kernel/row-ids.ts'
import { questionValueSchema, rowValuesSchema } from './values.ts'
import { mutationIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { nameSchema, orderSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'
import { citizenSchema, personaSchema } from '../../citizens/documents/citizen.ts'
import { locationSchema } from '../../places/documents/location.ts'

const facts = {
  mutation: mutationIdSchema.describe('the later change'),
  madeBy: madeBySchema.describe('author of the later change'),
  date: instantSchema.describe('when the later change arrived'),
  late: z
    .enum(['ended', 'revised', 'lost'])
    .optional()
    .describe(
      "the citizen's revision was not applied: the request was closed, already answered, or lost when a backup was restored",
    ),
  resolved: z
    .object({ by: madeBySchema.describe('who decided'), date: instantSchema.describe('when it was decided') })
    .optional()
    .describe('the decision; missing while it is open'),
}

const buildThreeWaySchema = <T extends z.ZodType>(value: T) => ({
  seen: value.describe('the value that the author of the later change had seen'),
  current: value.describe('the value stored when the later change arrived'),
  proposed: value.describe('the value that the later change sets'),
})

const countSchema = z.int().min(0).max(9999)
const stateIdSchema = z.int().min(0).max(999)

/** Conflict between the changes of two users. Both values are kept until a user decides. */
export const conflictSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('value').describe('two values of one question'),
    address: addressSchema.describe('the question that both changes affect'),
    ...buildThreeWaySchema(questionValueSchema.nullable()),
    ...facts,
  }),
  z.object({
    kind: z.literal('condition').describe('a condition checked by one change and unchecked by the other'),
    section: orderSchema.describe('conditional section'),
    condition: orderSchema.describe('condition of the section'),
    ...buildThreeWaySchema(z.boolean()),
    ...facts,
  }),
  z.object({
    kind: z
      .literal('row')
      .describe('a row removed by one change and edited by the other; a row removed by both causes no conflict'),
    section: orderSchema.describe('repeatable section'),
    row: rowIdSchema.describe('id of the row'),
    ...buildThreeWaySchema(
      rowValuesSchema.nullable().describe('what the row says, by the order of the question; null: no row'),
    ),
    ...facts,
  }),
  z.object({
    kind: z.literal('rows').describe('two row counts; only in conflicts stored by earlier releases'),
    section: orderSchema.describe('repeatable section'),
    ...buildThreeWaySchema(countSchema),
    ...facts,
  }),
  z.object({
    kind: z.literal('location').describe('two locations'),
    ...buildThreeWaySchema(locationSchema.nullable()),
    ...facts,
  }),
  z.object({
    kind: z.literal('citizen').describe('two citizens'),
    ...buildThreeWaySchema(citizenSchema.nullable()),
    ...facts,
  }),
  z.object({
    kind: z.literal('persona').describe('two recipients'),
    ...buildThreeWaySchema(personaSchema.nullable()),
    ...facts,
  }),
  z.object({
    kind: z.literal('identifier').describe('two assets'),
    ...buildThreeWaySchema(nameSchema.nullable()),
    ...facts,
  }),
  z.object({
    kind: z.literal('state').describe('two changes of state'),
    ...buildThreeWaySchema(stateIdSchema),
    ...facts,
  }),
])
export type Conflict = DeepReadonly<z.infer<typeof conflictSchema>>
