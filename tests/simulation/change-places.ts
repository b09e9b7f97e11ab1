import { isDeepStrictEqual } from 'node:util'
import type { AnswerValues, Answer, Conflict } from '#domain/answers/index.ts'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { rowIdSchema } from '#domain/kernel/index.ts'
import { isSameValue } from '#domain/corrections/index.ts'
import type { AnswerChange, CorrectMutation, EditMutation, ReviseMutation } from '#domain/sync/index.ts'
import { checkFilesOf } from './change-files.ts'
import { isRow, placeOf, rowPlaceOf, sectionInRows, sectionOf } from './place-names.ts'
import { lackingIn, lackingWith } from './required.ts'
import { isOnScreen } from './screens.ts'

export type Note = (violation: string) => void
type Correction = CorrectMutation['correction']
type Value = Correction['values'][number]['value']
/**
 * The value that a person saw and the value they want at a place: values as they are, conditions as true or false, a
 * row as its content.
 */
type Wish = { readonly place: string; readonly seen: unknown; readonly wanted: unknown }
/** Names of the details in a correction, and their place in the answer. */
const PARTICULARS = {
  citizen: { field: 'datosCiudadano', edited: 'editedCitizen', of: (answer: Answer) => answer.datosCiudadano },
  persona: { field: 'persona', edited: 'editedPersona', of: (answer: Answer) => answer.persona },
  identifier: {
    field: 'muniCore',
    edited: 'editedIdentifier',
    of: (answer: Answer) => answer.muniCore?.idIdentificador,
  },
} as const
type Particular = keyof typeof PARTICULARS
const isParticular = (place: string): place is Particular => Object.hasOwn(PARTICULARS, place)
const particularsIn = (correction: Correction): readonly Particular[] =>
  Object.keys(PARTICULARS).filter(
    (place): place is Particular => isParticular(place) && correction[place] !== undefined,
  )

function wishesOf(correction: Correction): readonly Wish[] {
  return [
    ...wishesInForm(correction),
    ...particularsIn(correction).map((place) => ({
      place,
      seen: correction[place]?.seen,
      wanted: correction[place]?.value,
    })),
  ]
}

function wishesInForm({ values, conditions, rows }: Correction): readonly Wish[] {
  return [
    ...values.map(({ at, seen, value }) => ({ place: at, seen, wanted: value })),
    ...conditions.map(({ section, condition, seen, checked }) => ({
      place: `${section}?${condition}`,
      seen,
      wanted: checked,
    })),
    ...rows.map((edit) => {
      const place = `${edit.section}#${edit.row}`
      return 'seen' in edit ? { place, seen: edit.seen, wanted: null } : { place, seen: null, wanted: ADDED }
    }),
  ]
}

/** Wish for an added row, whatever its content. */
const ADDED = 'added'

function rowIn({ values, rows }: AnswerValues, place: string): Readonly<Record<string, Value>> | null {
  const [section = '', row = ''] = place.split('#')
  if (!(rows[section] ?? []).some((one) => one === row)) return null
  const own = Object.entries(values).filter(([at]) => rowPlaceOf(at) === place)
  return Object.fromEntries(own.map(([at, value]) => [at.slice(at.lastIndexOf('/') + 1), value]))
}

function sameRows(one: unknown, other: unknown): boolean {
  if (one === ADDED || other === ADDED) return one !== null && other !== null
  if (one === null || other === null) return one === other
  const [these, those] = [one, other] as [Readonly<Record<string, Value>>, Readonly<Record<string, Value>>]
  return Object.keys({ ...these, ...those }).every((order) => same(these[order] ?? null, those[order] ?? null))
}

/** Returns the value at a place of an answer. */
function thereIn(answer: Answer, place: string): unknown {
  return isParticular(place) ? (PARTICULARS[place].of(answer) ?? null) : at(decomposeAnswer(answer), place)
}

function at(content: AnswerValues, place: string): unknown {
  if (isRow(place)) return rowIn(content, place)
  const [section = '', condition] = place.split('?')
  if (condition !== undefined) return (content.conditions[section] ?? []).includes(Number(condition))
  return (content.values as Readonly<Record<string, Value>>)[place] ?? null
}

/** The source of a citizen's data comes from the registry, not from the author. */
function sameAt(place: string, one: unknown, other: unknown): boolean {
  if (isRow(place)) return sameRows(one, other)
  return isParticular(place) ? isDeepStrictEqual(saidOf(one), saidOf(other)) : same(one, other)
}

function saidOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { _source, tipoDocumentoId, ...said } = value as Readonly<Record<string, unknown>>
  return said
}

/**
 * Whether both are the same person, renamed by the registry since: the same number and words of the name.
 * Applies to authors who had the version of the last user's change.
 */
function isOfRegistry(place: string, seen: unknown, now: unknown): boolean {
  if (place !== 'citizen' || typeof seen !== 'object' || typeof now !== 'object' || !seen || !now) return false
  const textOf = ({ dni = '', nombre = '', apellido = '' }: Readonly<Record<string, string>>): unknown => [
    dni.replace(/\D/g, ''),
    `${nombre} ${apellido}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ').toSorted(),
  ]
  return isDeepStrictEqual(textOf(seen as Record<string, string>), textOf(now as Record<string, string>))
}

function same(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && isSameValue(one as Value, other as Value))
  )
}

/** Whether the question is asked: its row exists, its condition holds. */
function isAsked(content: AnswerValues, place: string): boolean {
  const [section = '', middle = '', question] = place.split('/')
  if (question === undefined) return true
  const order = Number(middle.slice(1))
  return middle.startsWith('c')
    ? at(content, `${section}?${order}`) === true
    : at(content, `${section}#${middle.slice(1)}`) !== null
}

export function isThereAlready(correction: Correction, answer: Answer): boolean {
  return wishesOf(correction).every(({ place, wanted }) => sameAt(place, thereIn(answer, place), wanted))
}

/** Sections in which the correction would remove a required answer. */
export function opensIn(correction: Correction, answer: Answer): ReadonlySet<string> {
  const was = decomposeAnswer(answer)
  const known = new Set(lackingIn(answer))
  const wishes = wishesInForm(correction).filter(({ place, seen }) => sameAt(place, at(was, place), seen))
  const lacking = lackingWith(answer, wishes.reduce(laidOver, was)).filter((place) => !known.has(place))
  return new Set(lacking.map(sectionOf))
}

function laidOver(content: AnswerValues, { place, wanted }: Wish): AnswerValues {
  const section = sectionOf(place)
  if (isRow(place)) {
    const row = rowIdSchema.parse(place.slice(place.indexOf('#') + 1))
    const others = (content.rows[section] ?? []).filter((one) => one !== row)
    return { ...content, rows: { ...content.rows, [section]: wanted === null ? others : [...others, row] } }
  }
  const [, condition] = place.split('?')
  if (condition === undefined)
    return { ...content, values: { ...content.values, [place]: wanted ?? undefined } as AnswerValues['values'] }
  const others = (content.conditions[section] ?? []).filter((one) => one !== Number(condition))
  return {
    ...content,
    conditions: { ...content.conditions, [section]: wanted === true ? [...others, Number(condition)] : others },
  }
}

/** Whether the rows of a change by position may be uncertain. */
type Rows = { readonly mayBeHeld: boolean; readonly isCertain: boolean }

/**
 * Computes each edit again: it takes effect if its author saw the current value, replaces nothing else, removes no
 * required answer, and conflicts keep both values.
 */
export function checkEdits(
  { id, correction, rowIds, mayBeHeld, isCertain, ...based }: (CorrectMutation | EditMutation | ReviseMutation) & Rows,
  before: Answer,
  after: Answer,
  note: Note,
): void {
  const [was, is] = [decomposeAnswer(before), decomposeAnswer(after)]
  const wishes = wishesOf(correction)
  const isCurrent = isOnScreen(based, before)
  const opened = opensIn(correction, before)
  if (opened.size > 0 && isCurrent)
    note(`5 no silent overwrite: ${id} was accepted, and its author could see that ${before.id} needs more`)
  const known = new Set(lackingIn(before))
  // An app from before row ids removes the last row and moves values; over another version a person decides.
  const isUncertain = (place: string): boolean => isRow(place) && rowIds === undefined && !isCurrent && !isCertain
  // A revision that came too late changes nothing: all of it is kept for a person to decide.
  const isLate = after.conflicts.some((one) => one.mutation === id && one.late !== undefined)
  const lacking = lackingIn(after).find((place) => !known.has(place))
  if (lacking !== undefined)
    note(`5 no silent overwrite: ${id} left ${lacking} of ${before.id} unanswered, which its form requires`)
  for (const { place, seen, wanted } of wishes) {
    const [old, now] = [thereIn(before, place), thereIn(after, place)]
    const isSeen = sameAt(place, old, seen) || (isCurrent && isOfRegistry(place, seen, old))
    const isDecided = isLate || (wanted === null && isUncertain(place)) || opened.has(sectionOf(place))
    const takesEffect = isSeen && !isDecided && (wanted === null || isAsked(is, place))
    const isThere = sameAt(place, old, wanted)
    const free = isThere || takesEffect
    if (mayBeHeld && rowIds === undefined && !isCurrent && sectionInRows(place) !== undefined) {
      const isApplied = (isSeen || isThere) && sameAt(place, now, wanted)
      if (!isApplied && !(sameAt(place, now, old) && isHeldIn(after, id, place, wanted)))
        note(`5 no silent overwrite: ${id} is neither applied nor held at ${place}`)
      continue
    }
    if (free && !sameAt(place, now, wanted)) note(`5 no silent overwrite: ${id} did not take effect at ${place}`)
    if (!free && !sameAt(place, now, old))
      note(`5 no silent overwrite: ${id} replaced what its author had not seen at ${place}`)
    const conflict = after.conflicts.some(
      (one) => one.mutation === id && (isKeptIn(one, place, wanted) || isKeptInRow(one, place, wanted)),
    )
    if (!free && !conflict) note(`5 no silent overwrite: what ${id} wanted at ${place} has vanished`)
  }
  const touched = new Set(wishes.map(({ place }) => place))
  const moved = [...new Set([...placesIn(was), ...placesIn(is)])].find(
    (place) =>
      !touched.has(place) &&
      !touched.has(rowPlaceOf(place) ?? '') &&
      (isRow(place) ? (at(was, place) === null) !== (at(is, place) === null) : !same(at(was, place), at(is, place))),
  )
  if (moved !== undefined) note(`5 no silent overwrite: ${id} changed ${moved}, which it does not name`)
}

function isKeptIn(conflict: Conflict, place: string, wanted: unknown): boolean {
  return placeOf(conflict) === place && 'proposed' in conflict && sameAt(place, conflict.proposed, wanted)
}

/** Whether it is held as itself, or as a change of an uncertain row. */
function isHeldIn({ conflicts }: Answer, id: string, place: string, wanted: unknown): boolean {
  return conflicts.some((one) => {
    if (one.mutation !== id) return false
    const isInSection = one.kind === 'value' && sectionInRows(one.address) === sectionInRows(place)
    if (isKeptIn(one, place, wanted) || isKeptInRow(one, place, wanted) || one.kind === 'rows') return true
    return isInSection && same(one.proposed, wanted)
  })
}

/** A value meant for a row that another user has removed is kept with the row. */
function isKeptInRow(conflict: Conflict, place: string, wanted: unknown): boolean {
  if (conflict.kind !== 'row' || placeOf(conflict) !== rowPlaceOf(place)) return false
  return same(conflict.proposed?.[place.slice(place.lastIndexOf('/') + 1)] ?? null, wanted)
}

function placesIn({ values, conditions, rows }: AnswerValues): readonly string[] {
  const checked = Object.entries(conditions).flatMap(([section, orders]) =>
    orders.map((order) => `${section}?${order}`),
  )
  return [
    ...Object.keys(values),
    ...checked,
    ...Object.entries(rows).flatMap(([section, ids]) => ids.map((row) => `${section}#${row}`)),
  ]
}

/** Fields that a change of each kind may write; all other fields must stay identical. */
const TOUCHES: { readonly [K in AnswerChange['kind']]: readonly (keyof Answer)[] } = {
  'answer.correct': ['secciones', 'editsBySupervisor'],
  'answer.edit': ['secciones', 'signatures', 'completedAt'],
  'answer.requestChanges': ['requestsForChanges'],
  'answer.revise': ['secciones', 'requestsForChanges', 'answersWithCorrections'],
  'answer.changeState': ['estados'],
  'answer.delete': [],
  'answer.sendCopy': [],
}

export function checkNothingElse(mutation: AnswerChange, before: Answer, after: Answer, note: Note): void {
  const { id, kind } = mutation
  const details = kind === 'answer.correct' ? particularsIn(mutation.correction) : []
  const named = details.map((place) => PARTICULARS[place].field)
  const brings = mutation.files.length > 0 ? ['files'] : []
  const always = ['version', 'lastUpdate', 'changedBy', 'conflicts']
  const free = new Set<string>([...always, ...TOUCHES[kind], ...named, ...brings])
  checkFilesOf(mutation, before, after, note)
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Answer>
  for (const field of fields)
    if (!free.has(field) && !isDeepStrictEqual(before[field], after[field]))
      note(`5 no silent overwrite: ${id} changed ${field}`)
}

/** The details that a correction changed, for its record; in a conflict's record, nothing. */
export function changedParticulars(
  { correction }: CorrectMutation,
  before: Answer,
  after: Answer,
): Readonly<Record<string, unknown>> {
  const changed = particularsIn(correction).filter(
    (place) => !sameAt(place, thereIn(before, place), thereIn(after, place)),
  )
  return Object.fromEntries(changed.map((place) => [PARTICULARS[place].edited, saidOf(thereIn(after, place))]))
}

/** The details in a record. */
export function recordedParticulars(
  record: Answer['editsBySupervisor'][number] | undefined,
): Readonly<Record<string, unknown>> {
  const names = Object.values(PARTICULARS).map(({ edited }) => edited)
  return Object.fromEntries(
    names.flatMap((name) => (record?.[name] === undefined ? [] : [[name, saidOf(record[name])]])),
  )
}
