import { decomposeAnswer, type FileClaim } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { addressSchema, generateRowId, type Address, type RowId } from '#domain/kernel/index.ts'
import { isSameRow, type ValueEdit } from '#domain/corrections/index.ts'
import type { AnswerChange } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import { INSPECTIONS } from './forms.ts'

type RowValues = Readonly<Record<string, ValueEdit['value']>>

/** The answers with rows that all users of this world change first, so that they change the same rows. */
export function answersWithRows(answers: readonly Answer[]): readonly Answer[] {
  return answers
    .filter(({ idPlantilla }) => idPlantilla === INSPECTIONS)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Adds, removes, corrects or completes a row. @param capture takes a photo; missing: a desk has no camera */
export function rowActOf(answer: Answer, chance: Chance, capture?: () => FileClaim): object {
  const { rows, values } = decomposeAnswer(answer)
  const known = rows['1'] ?? []
  const turn = chance.int(0, 9)
  const text = (place: string, row: RowId): ValueEdit =>
    edit(place, { respuesta: `fila of 1#${row} ${chance.int(0, 1_000_000)}` })
  const edit = (place: string, value: ValueEdit['value']): ValueEdit => {
    const at = addressSchema.parse(place)
    return { at, seen: values[at] ?? null, value }
  }
  const photo = turn % 2 === 0 ? capture?.() : undefined
  const files = photo === undefined ? [] : [photo]
  const detailOf = (row: RowId): ValueEdit =>
    photo === undefined ? text(`1/r${row}/1`, row) : edit(`1/r${row}/1`, { imagen: photo.sha256 })
  if (known.length === 0 || turn < 2) {
    const row = generateRowId(chance.bytes(10), known)
    const more = photo === undefined ? [] : [detailOf(row)]
    const added = [text(`1/r${row}/0`, row), ...more]
    return { ...correct({ rows: [{ section: 1, row, added: true }], values: added }), files }
  }
  const row = chance.pick(known)
  if (turn < 5) return correct({ values: [text(`1/r${row}/0`, row)] })
  if (turn > 7) return removal(answer, row)
  const open = known.filter((one) => values[addressSchema.parse(`1/r${one}/1`)] === undefined)
  if (open.length === 0) return { ...correct({ values: [detailOf(row)] }), files }
  return {
    kind: 'answer.edit',
    correction: { ...NOTHING, values: [detailOf(chance.pick(open))] },
    signatures: [],
    files,
  }
}

/** Removes one of several rows. @param last whether it may be the last one @returns undefined if there are none */
export function removalAmongRows(answer: Answer, chance: Chance, last: boolean): object | undefined {
  const known = decomposeAnswer(answer).rows['1'] ?? []
  if (known.length < 2) return undefined
  return removal(answer, chance.pick(last ? known : known.slice(0, -1)))
}

function removal(answer: Answer, row: RowId): object {
  return correct({ rows: [{ section: 1, row, seen: rowsIn(answer, [row])[0] ?? {} }] })
}

/**
 * Corrects the text of a row behind the one that this change removes, which has moved up on the screen of an app from
 * before row ids. @returns undefined if there is none
 */
export function correctionBehind(removal: AnswerChange, answer: Answer, chance: Chance): object | undefined {
  const [edit] = 'correction' in removal ? removal.correction.rows : []
  const { rows, values } = decomposeAnswer(answer)
  const known = rows['1'] ?? []
  const behind = (edit === undefined ? [] : known.slice(known.indexOf(edit.row) + 1)).flatMap((row): ValueEdit[] => {
    const at = addressSchema.parse(`1/r${row}/0`)
    const seen = values[at]
    return seen === undefined
      ? []
      : [{ at, seen, value: { respuesta: `fila of 1#${row} ${chance.int(0, 1_000_000)}` } }]
  })
  return behind.length === 0 ? undefined : correct({ values: [chance.pick(behind)] })
}

const NOTHING = { values: [], conditions: [], rows: [] }
const correct = (correction: object) => ({
  kind: 'answer.correct',
  correction: { ...NOTHING, ...correction },
  resolves: [],
})

/** The rows of section 1 with their content. */
function rowsIn(answer: Answer, ids: readonly RowId[]): readonly RowValues[] {
  const { values } = decomposeAnswer(answer)
  return ids.map((row) =>
    Object.fromEntries(
      ['0', '1'].flatMap((order) => {
        const value = values[addressSchema.parse(`1/r${row}/${order}`)]
        return value === undefined ? [] : [[order, value]]
      }),
    ),
  )
}

/**
 * The correction in the format of an app from before row ids: rows by the position that its author saw, and a removed
 * row by the values of the rows behind it, which move up. Written independently of the product's conversion.
 * @returns undefined for unsupported cases: added rows, and a removal between equal rows
 */
export function byPosition(change: AnswerChange, answer: Answer): AnswerChange | undefined {
  if (!('correction' in change)) return undefined
  const ids = decomposeAnswer(answer).rows['1'] ?? []
  const { rows, values } = change.correction
  const [removal, ...more] = rows
  if (removal === undefined)
    return { ...change, correction: { ...change.correction, values: values.map((one) => inPosition(one, ids)) } }
  if (!('seen' in removal) || more.length > 0 || values.length > 0) return undefined
  const all = rowsIn(answer, ids)
  const place = ids.indexOf(removal.row)
  const isPlain = all.every((one, index) => all.slice(index + 1).every((other) => !isSame(one, other)))
  if (place < 0 || !isPlain) return undefined
  const moved = all.flatMap((row, index): ValueEdit[] => {
    const next = all[index + 1] ?? {}
    const orders = index < place ? [] : Object.keys({ ...row, ...next })
    return orders.map((order) => ({
      at: addressSchema.parse(`1/r${index}/${order}`),
      seen: row[order] ?? null,
      value: next[order] ?? null,
    }))
  })
  const counts = [{ section: 1, seen: ids.length, count: ids.length - 1 }]
  return { ...change, correction: { ...change.correction, rows: [], values: moved, counts } }
}

/** The answer on its author's screen after their change; undefined if it removes no row. */
export function afterRemoval(change: AnswerChange, answer: Answer): Answer | undefined {
  const [removal] = 'correction' in change ? change.correction.rows : []
  if (removal === undefined || !('seen' in removal)) return undefined
  const ids = decomposeAnswer(answer).rows['1'] ?? []
  const secciones = answer.secciones.map((section) => {
    if (section.orden !== 1) return section
    const named = section.seccionesRepetibles.map((row, index) => ({ ...row, rowId: ids[index] }))
    return { ...section, seccionesRepetibles: named.filter(({ rowId }) => rowId !== removal.row) }
  })
  return { ...answer, secciones } as Answer
}

function isSame(one: RowValues, other: RowValues): boolean {
  return isSameRow(one as Parameters<typeof isSameRow>[0], other as Parameters<typeof isSameRow>[0])
}

function inPosition(one: ValueEdit, ids: readonly RowId[]): ValueEdit {
  const [section, middle = '', question] = one.at.split('/')
  if (question === undefined || !middle.startsWith('r')) return one
  const place = ids.findIndex((row) => row === middle.slice(1))
  return { ...one, at: `${section}/r${place}/${question}` as Address }
}
