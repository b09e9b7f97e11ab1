import { z } from 'zod'
import { type Address, addressSchema, parseAddress } from '../kernel/address.ts'
import { limitCombiningMarks } from '../kernel/combining-marks.ts'
import { type RowId, rowIdSchema } from '../kernel/row-ids.ts'
import { readRowIds } from '../answering/walk.ts'
import {
  type AnswerValues,
  type QuestionValue,
  questionValueSchema,
  type RowValues,
  rowValuesSchema,
} from '../answers/documents/values.ts'
import { answerMuniCoreSchema } from '../answers/documents/answer.ts'
import { citizenSchema, personaSchema } from '../citizens/documents/citizen.ts'
import { locationSchema } from '../places/documents/location.ts'
import { typedEntries, typedKeys } from '../kernel/typed-entries.ts'

const orderSchema = z.int().min(0).max(9999)

const valueEditSchema = z.strictObject({
  at: addressSchema,
  seen: questionValueSchema.nullable(),
  value: questionValueSchema.nullable(),
})
const conditionEditSchema = z.strictObject({
  section: orderSchema,
  condition: orderSchema,
  seen: z.boolean(),
  checked: z.boolean(),
})
/** Added or removed additional row. A removal contains the values that its author saw. */
const rowEditSchema = z.union([
  z.strictObject({ section: orderSchema, row: rowIdSchema, added: z.literal(true) }),
  z.strictObject({ section: orderSchema, row: rowIdSchema, seen: rowValuesSchema }),
])
/** Row change of apps without row ids: the new number of rows. The values of later rows are moved up. */
const countEditSchema = z.strictObject({ section: orderSchema, seen: orderSchema, count: orderSchema })
const buildWholeEditSchema = <T extends z.ZodType>(item: T) =>
  z.strictObject({ seen: item.nullable(), value: item.nullable() }).optional()

/** Fields that are changed only as a whole. Merging the fields of two persons would create a third person. */
const detailEdits = {
  location: buildWholeEditSchema(locationSchema),
  citizen: buildWholeEditSchema(citizenSchema),
  /** recipient who is not a citizen */
  persona: buildWholeEditSchema(personaSchema),
  /** assigned asset */
  identifier: buildWholeEditSchema(answerMuniCoreSchema.shape.idIdentificador.unwrap()),
}
export const ANSWER_DETAILS = ['location', 'citizen', 'persona', 'identifier'] as const
export type AnswerDetail = (typeof ANSWER_DETAILS)[number]

/** Changes of a user to an answer, each with the value that the user saw before. `null` means not answered. */
export const correctionSchema = z
  .strictObject({
    values: z.array(valueEditSchema).max(5000),
    conditions: z.array(conditionEditSchema).max(5000),
    rows: z.array(rowEditSchema).max(10_000),
    counts: z.array(countEditSchema).max(500).optional(),
    ...detailEdits,
  })
  .refine(hasOneEditForEachPlace, { message: 'one edit a place' })

export type ValueEdit = {
  readonly at: Address
  readonly seen: QuestionValue | null
  readonly value: QuestionValue | null
}
export type ConditionEdit = Readonly<z.infer<typeof conditionEditSchema>>
export type RowEdit = { readonly section: number; readonly row: RowId; readonly added: true } | RowRemoval
export type RowRemoval = { readonly section: number; readonly row: RowId; readonly seen: RowValues }
export type RowCountEdit = Readonly<z.infer<typeof countEditSchema>>
/** Changes of an app without row ids that cannot be assigned to rows. A user decides. */
type UnplacedEdits = { readonly values: readonly ValueEdit[]; readonly removals: readonly RowRemoval[] }
export type DetailEdit<K extends AnswerDetail> = Readonly<NonNullable<z.infer<(typeof detailEdits)[K]>>>
export type Correction = {
  readonly values: readonly ValueEdit[]
  readonly conditions: readonly ConditionEdit[]
  readonly rows: readonly RowEdit[]
  /** only from apps without row ids; after conversion, only the changes that cannot be assigned to rows */
  readonly counts?: readonly RowCountEdit[] | undefined
  /** set by the conversion in by-position.ts; never sent */
  readonly uncertain?: UnplacedEdits | undefined
} & { readonly [K in AnswerDetail]?: DetailEdit<K> | undefined }

/** Checks whether a correction changes nothing. */
export function isEmptyCorrection(correction: Correction): boolean {
  const { values, conditions, rows, counts = [], uncertain } = correction
  const placed = values.length + conditions.length + rows.length + counts.length
  return placed === 0 && (uncertain === undefined || isCertain(uncertain)) && !hasAnswerDetails(correction)
}

function isCertain({ values, removals }: UnplacedEdits): boolean {
  return values.length + removals.length === 0
}

/** Checks whether a correction changes fields other than questions. */
export function hasAnswerDetails(correction: Correction): boolean {
  return ANSWER_DETAILS.some((place) => correction[place] !== undefined)
}

/** Returns the correction that turns `seen` into `requestedContent`: one edit for each place that differs. */
export function buildCorrection(seen: AnswerValues, requestedContent: AnswerValues): Correction {
  const places = [...new Set([...typedKeys(seen.values), ...typedKeys(requestedContent.values)])]
  const rows = listRowEdits(seen, requestedContent)
  const removed = new Set(rows.flatMap((edit) => ('seen' in edit ? [formatRowKey(edit)] : [])))
  return {
    values: places
      .filter((address) => !removed.has(getRowKey(address) ?? ''))
      .map((address) => ({
        at: address,
        seen: seen.values[address] ?? null,
        value: requestedContent.values[address] ?? null,
      }))
      .filter((edit) => !isSameValue(edit.seen, edit.value)),
    conditions: listConditionEdits(seen, requestedContent),
    rows,
  }
}

function listRowEdits(seen: AnswerValues, requestedContent: AnswerValues): readonly RowEdit[] {
  const sections = [...new Set([...Object.keys(seen.rows), ...Object.keys(requestedContent.rows)])]
  const said = groupValuesByRow(seen.values)
  return sections.flatMap((key): readonly RowEdit[] => {
    const section = Number(key)
    const [before, after] = [readRowIds(seen, key), readRowIds(requestedContent, key)]
    const [was, is] = [new Set(before), new Set(after)]
    return [
      ...before
        .filter((row) => !is.has(row))
        .map((row) => ({ section, row, seen: said.get(formatRowKey({ section, row })) ?? {} })),
      ...after.filter((row) => !was.has(row)).map((row) => ({ section, row, added: true as const })),
    ]
  })
}

/** Key of the row of an address; undefined for an address outside additional rows. */
export function getRowKey(address: Address): string | undefined {
  const { section, row } = parseAddress(address)
  return row === null ? undefined : formatRowKey({ section, row })
}

export function formatRowKey({ section, row }: { readonly section: number; readonly row: RowId }): string {
  return `${section}#${row}`
}

/** Values of each additional row, by `formatRowKey`. */
export function groupValuesByRow(values: AnswerValues['values']): ReadonlyMap<string, RowValues> {
  const rows = new Map<string, Record<string, QuestionValue>>()
  for (const [address, value] of typedEntries(values)) {
    const { section, row, question } = parseAddress(address)
    if (row === null) continue
    const key = formatRowKey({ section, row })
    rows.set(key, { ...rows.get(key), [question]: value })
  }
  return rows
}

/** Checks whether two rows have the same values. @param isSame compares two values */
export function isSameRow(a: RowValues, b: RowValues, isSame = isSameValue): boolean {
  return Object.keys({ ...a, ...b }).every((order) => isSame(a[order] ?? null, b[order] ?? null))
}

function listConditionEdits(seen: AnswerValues, requestedContent: AnswerValues): readonly ConditionEdit[] {
  const sections = [...new Set([...Object.keys(seen.conditions), ...Object.keys(requestedContent.conditions)])]
  return sections.flatMap((section) => {
    const [before, after] = [seen.conditions[section] ?? [], requestedContent.conditions[section] ?? []]
    const changed = [...new Set([...before, ...after])].filter(
      (value) => before.includes(value) !== after.includes(value),
    )
    return changed.map((condition) => ({
      section: Number(section),
      condition,
      seen: before.includes(condition),
      checked: after.includes(condition),
    }))
  })
}

/** Checks whether two values are equal. An empty value equals no value. */
export function isSameValue(a: QuestionValue | null, b: QuestionValue | null): boolean {
  return toCanonicalText(a) === toCanonicalText(b)
}

/**
 * Checks whether a stored value equals the value that an author saw. The server limits the combining marks of
 * everything it receives but may store older texts, so both values are compared with limited marks.
 */
export function isValueUnchanged(stored: QuestionValue | null, seen: QuestionValue | null): boolean {
  return limitCombiningMarks(toCanonicalText(stored)) === limitCombiningMarks(toCanonicalText(seen))
}

/** Canonical text of a value, equal for equal values; empty for no value. */
export function toCanonicalText(value: QuestionValue | null): string {
  if (value === null) return ''
  const { respuesta, chosen, imagen, documento, video, combined } = value
  const inputs = Object.entries(combined ?? {})
    .map(([orden, inner]) => [orden, inner.respuesta, dropIfEmpty(inner.chosen)] as const)
    .filter(([, text, options]) => text !== undefined || options !== undefined)
    .toSorted(([item], [other]) => Number(item) - Number(other))
  const parts = [respuesta, dropIfEmpty(chosen), imagen, documento, video, inputs.length === 0 ? undefined : inputs]
  return parts.every((part) => part === undefined) ? '' : JSON.stringify(parts)
}

function dropIfEmpty(chosen: readonly number[] | undefined): readonly number[] | undefined {
  return chosen === undefined || chosen.length === 0 ? undefined : chosen.toSorted((a, b) => a - b)
}

/**
 * Checks for duplicate places. Uses a set, because comparing each pair of ten thousand places would block the server.
 */
function hasOneEditForEachPlace(correction: Parameters<typeof listEditedPlaces>[0]): boolean {
  const places = listEditedPlaces(correction)
  return new Set(places).size === places.length
}

function listEditedPlaces({
  values,
  conditions,
  rows,
  counts = [],
}: Pick<Correction, 'conditions' | 'counts'> & {
  readonly rows: readonly { readonly section: number; readonly row: RowId }[]
  readonly values: readonly { readonly at: Address }[]
}): readonly string[] {
  return [
    ...values.map((edit) => edit.at),
    ...conditions.map((edit) => `${edit.section}?${edit.condition}`),
    ...rows.map(formatRowKey),
    ...counts.map((edit) => `${edit.section}#`),
  ]
}
