import { isDeepStrictEqual } from 'node:util'
import { type AnswerValues, contentOf } from '#domain/answering/index.ts'
import { sameValue } from '#domain/corrections/index.ts'
import type { Answer, Conflict } from '#domain/documents/index.ts'
import type { Change, Correct, Edit, Revise } from '#domain/sync/index.ts'

export type Note = (violation: string) => void
type Correction = Correct['correction']
type Value = Correction['values'][number]['value']
/** What somebody saw at a place and wants there; values as they are, conditions as yes or no, rows as a number. */
type Wish = { readonly place: string; readonly seen: unknown; readonly wanted: unknown }

function wishesOf({ values, conditions, rows }: Correction): readonly Wish[] {
  return [
    ...values.map(({ at, seen, value }) => ({ place: at, seen, wanted: value })),
    ...conditions.map(({ section, condition, seen, checked }) => ({ place: `${section}?${condition}`, seen, wanted: checked })),
    ...rows.map(({ section, seen, count }) => ({ place: `${section}#`, seen, wanted: count })),
  ]
}

function at(content: AnswerValues, place: string): unknown {
  if (place.endsWith('#')) return content.rows[place.slice(0, -1)] ?? 0
  const [section = '', condition] = place.split('?')
  if (condition !== undefined) return (content.conditions[section] ?? []).includes(Number(condition))
  return (content.values as Readonly<Record<string, Value>>)[place] ?? null
}

function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && sameValue(one as Value, other as Value))
}

/** Whether the question is asked at all: its row is there, its condition holds. */
function isAsked(content: AnswerValues, place: string): boolean {
  const [section = '', middle = '', question] = place.split('/')
  if (question === undefined) return true
  const order = Number(middle.slice(1))
  return middle.startsWith('c') ? at(content, `${section}?${order}`) === true : order < Number(at(content, `${section}#`))
}

export function isThereAlready(correction: Correction, answer: Answer): boolean {
  const content = contentOf(answer)
  return wishesOf(correction).every(({ place, wanted }) => same(at(content, place), wanted))
}

/** Each edit worked out again: it takes effect where its author saw what stood there, replaces nothing else, and what clashes is kept with both values. */
export function checkEdits({ id, correction }: Correct | Edit | Revise, before: Answer, after: Answer, note: Note): void {
  const [was, is] = [contentOf(before), contentOf(after)]
  const wishes = wishesOf(correction)
  for (const { place, seen, wanted } of wishes) {
    const [old, now] = [at(was, place), at(is, place)]
    const free = same(old, wanted) || (same(old, seen) && isAsked(is, place))
    if (free && !same(now, wanted)) note(`5 no silent overwrite: ${id} did not take effect at ${place}`)
    if (!free && !same(now, old)) note(`5 no silent overwrite: ${id} replaced what its author had not seen at ${place}`)
    const conflict = after.conflicts.some((one) => one.mutation === id && placeOf(one) === place && 'proposed' in one && same(one.proposed, wanted))
    if (!free && !conflict) note(`5 no silent overwrite: what ${id} wanted at ${place} has vanished`)
  }
  const touched = new Set(wishes.map(({ place }) => place))
  const moved = [...new Set([...placesIn(was), ...placesIn(is)])].find((place) => !touched.has(place) && !same(at(was, place), at(is, place)))
  if (moved !== undefined) note(`5 no silent overwrite: ${id} changed ${moved}, which it does not name`)
}

function placesIn({ values, conditions, rows }: AnswerValues): readonly string[] {
  const checked = Object.entries(conditions).flatMap(([section, orders]) => orders.map((order) => `${section}?${order}`))
  return [...Object.keys(values), ...checked, ...Object.keys(rows).map((section) => `${section}#`)]
}

/** What a change of each kind may touch of the document; everything else stays to the letter. */
const TOUCHES: { readonly [K in Change['kind']]: readonly (keyof Answer)[] } = {
  'answer.correct': ['secciones', 'editsBySupervisor'],
  'answer.edit': ['secciones', 'signatures'],
  'answer.requestChanges': ['requestsForChanges'],
  'answer.revise': ['secciones', 'requestsForChanges', 'answersWithCorrections'],
  'answer.changeState': ['estados'],
  'answer.delete': [],
}

export function checkNothingElse({ id, kind }: Change, before: Answer, after: Answer, note: Note): void {
  const free = new Set<string>(['version', 'lastUpdate', 'conflicts', ...TOUCHES[kind]])
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Answer>
  for (const field of fields) if (!free.has(field) && !isDeepStrictEqual(before[field], after[field])) note(`5 no silent overwrite: ${id} changed ${field}`)
}

/** Conflicts have no id of their own: the change that came second and the place name one. */
export function placeOf(conflict: Conflict): string {
  if (conflict.kind === 'value') return conflict.address
  if (conflict.kind === 'condition') return `${conflict.section}?${conflict.condition}`
  return conflict.kind === 'rows' ? `${conflict.section}#` : conflict.kind
}
