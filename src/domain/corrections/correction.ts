import { z } from 'zod'
import { type Address, addressSchema } from '../kernel/address.ts'
import { type AnswerValues, type QuestionValue, questionValueSchema } from '../documents/values.ts'
import { answerMuniCoreSchema, citizenSchema, locationSchema, personaSchema } from '../documents/index.ts'

/** What a person changed on an answer, each change with what they saw before. `null` stands for "not answered". */
const orderSchema = z.int().min(0).max(9999)

export const valueEditSchema = z.strictObject({
  at: addressSchema,
  seen: questionValueSchema.nullable(),
  value: questionValueSchema.nullable(),
})
export const conditionEditSchema = z.strictObject({
  section: orderSchema,
  condition: orderSchema,
  seen: z.boolean(),
  checked: z.boolean(),
})
/** rows beyond the main one */
export const rowsEditSchema = z.strictObject({ section: orderSchema, seen: orderSchema, count: orderSchema })
const wholeEdit = <T extends z.ZodType>(one: T) =>
  z.strictObject({ seen: one.nullable(), value: one.nullable() }).optional()

/** What is changed as a whole beside the questions: half of one person and half of another would be no one. */
const particularEdits = {
  location: wholeEdit(locationSchema),
  citizen: wholeEdit(citizenSchema),
  /** the recipient, where it is no citizen */
  persona: wholeEdit(personaSchema),
  /** the asset that is assigned */
  identifier: wholeEdit(answerMuniCoreSchema.shape.idIdentificador.unwrap()),
}
export const PARTICULARS = ['location', 'citizen', 'persona', 'identifier'] as const
export type Particular = (typeof PARTICULARS)[number]

export const correctionSchema = z
  .strictObject({
    values: z.array(valueEditSchema).max(5000),
    conditions: z.array(conditionEditSchema).max(5000),
    rows: z.array(rowsEditSchema).max(500),
    ...particularEdits,
  })
  .refine(hasOneEditForEachPlace, { message: 'one edit a place' })

export type ValueEdit = {
  readonly at: Address
  readonly seen: QuestionValue | null
  readonly value: QuestionValue | null
}
export type ConditionEdit = Readonly<z.infer<typeof conditionEditSchema>>
export type RowsEdit = Readonly<z.infer<typeof rowsEditSchema>>
export type ParticularEdit<K extends Particular> = Readonly<NonNullable<z.infer<(typeof particularEdits)[K]>>>
export type Correction = {
  readonly values: readonly ValueEdit[]
  readonly conditions: readonly ConditionEdit[]
  readonly rows: readonly RowsEdit[]
} & { readonly [K in Particular]?: ParticularEdit<K> | undefined }

/** Nothing changed: "There are no changes" is said before this is sent. */
export function isEmptyCorrection(correction: Correction): boolean {
  const { values, conditions, rows } = correction
  return values.length + conditions.length + rows.length === 0 && !hasParticulars(correction)
}

/** Something beside the questions is changed. */
export function hasParticulars(correction: Correction): boolean {
  return PARTICULARS.some((place) => correction[place] !== undefined)
}

/** The correction that leads from what a person saw to what they want; exactly the places that differ. */
export function correctionBetween(seen: AnswerValues, wanted: AnswerValues): Correction {
  const places = [
    ...new Set([...Object.keys(seen.values), ...Object.keys(wanted.values)]),
  ] as unknown as readonly Address[]
  const sections = [...new Set([...Object.keys(seen.rows), ...Object.keys(wanted.rows)])]
  return {
    values: places
      .map((at) => ({ at, seen: seen.values[at] ?? null, value: wanted.values[at] ?? null }))
      .filter((edit) => !sameValue(edit.seen, edit.value)),
    conditions: conditionEditsBetween(seen, wanted),
    rows: sections
      .map((section) => ({ section: Number(section), seen: seen.rows[section] ?? 0, count: wanted.rows[section] ?? 0 }))
      .filter((edit) => edit.seen !== edit.count),
  }
}

function conditionEditsBetween(seen: AnswerValues, wanted: AnswerValues): readonly ConditionEdit[] {
  const sections = [...new Set([...Object.keys(seen.conditions), ...Object.keys(wanted.conditions)])]
  return sections.flatMap((section) => {
    const [before, after] = [seen.conditions[section] ?? [], wanted.conditions[section] ?? []]
    const changed = [...new Set([...before, ...after])].filter((one) => before.includes(one) !== after.includes(one))
    return changed.map((condition) => ({
      section: Number(section),
      condition,
      seen: before.includes(condition),
      checked: after.includes(condition),
    }))
  })
}

/** Whether two values say the same; an empty value says nothing, like none at all. */
export function sameValue(one: QuestionValue | null, other: QuestionValue | null): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: QuestionValue | null): string {
  if (value === null) return ''
  const { respuesta, chosen, imagen, documento, video, combined } = value
  const inputs = Object.entries(combined ?? {})
    .map(([orden, inner]) => [orden, inner.respuesta, nonEmpty(inner.chosen)] as const)
    .filter(([, text, options]) => text !== undefined || options !== undefined)
    .toSorted(([one], [other]) => Number(one) - Number(other))
  const parts = [respuesta, nonEmpty(chosen), imagen, documento, video, inputs.length === 0 ? undefined : inputs]
  return parts.every((part) => part === undefined) ? '' : JSON.stringify(parts)
}

function nonEmpty(chosen: readonly number[] | undefined): readonly number[] | undefined {
  return chosen === undefined || chosen.length === 0 ? undefined : chosen.toSorted((a, b) => a - b)
}

/** By a set: anybody may send this, and comparing ten thousand places with each other would hold up everybody. */
function hasOneEditForEachPlace(correction: Parameters<typeof placesOf>[0]): boolean {
  const places = placesOf(correction)
  return new Set(places).size === places.length
}

function placesOf({
  values,
  conditions,
  rows,
}: Pick<Correction, 'conditions' | 'rows'> & {
  readonly values: readonly { readonly at: Address }[]
}): readonly string[] {
  return [
    ...values.map((edit) => edit.at),
    ...conditions.map((edit) => `${edit.section}?${edit.condition}`),
    ...rows.map((edit) => `${edit.section}#`),
  ]
}
