import { isDeepStrictEqual } from 'node:util'
import { type AnswerValues, contentOf } from '#domain/answering/index.ts'
import type { Answer, Conflict } from '#domain/documents/index.ts'
import { sameValue } from '#domain/corrections/index.ts'
import type { Change, Correct, Edit, Revise } from '#domain/sync/index.ts'
import { lackingIn, lackingWith } from './required.ts'

export type Note = (violation: string) => void
type Correction = Correct['correction']
type Value = Correction['values'][number]['value']
/** What somebody saw at a place and wants there; values as they are, conditions as yes or no, rows as a number. */
type Wish = { readonly place: string; readonly seen: unknown; readonly wanted: unknown }

function wishesOf({ values, conditions, rows }: Correction): readonly Wish[] {
  return [
    ...values.map(({ at, seen, value }) => ({ place: at, seen, wanted: value })),
    ...conditions.map(({ section, condition, seen, checked }) => ({
      place: `${section}?${condition}`,
      seen,
      wanted: checked,
    })),
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
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && sameValue(one as Value, other as Value))
  )
}

/** Whether the question is asked at all: its row is there, its condition holds. */
function isAsked(content: AnswerValues, place: string): boolean {
  const [section = '', middle = '', question] = place.split('/')
  if (question === undefined) return true
  const order = Number(middle.slice(1))
  return middle.startsWith('c')
    ? at(content, `${section}?${order}`) === true
    : order < Number(at(content, `${section}#`))
}

export function isThereAlready(correction: Correction, answer: Answer): boolean {
  const content = contentOf(answer)
  return wishesOf(correction).every(({ place, wanted }) => same(at(content, place), wanted))
}

/** Sections in which this would leave something unanswered that the form requires, and that is answered now. */
export function opensIn(correction: Correction, answer: Answer): ReadonlySet<string> {
  const was = contentOf(answer)
  const known = new Set(lackingIn(answer))
  const wishes = wishesOf(correction).filter(({ place, seen }) => same(at(was, place), seen))
  const lacking = lackingWith(answer, wishes.reduce(laidOver, was)).filter((place) => !known.has(place))
  return new Set(lacking.map(sectionOf))
}

function laidOver(content: AnswerValues, { place, wanted }: Wish): AnswerValues {
  const section = sectionOf(place)
  if (place.endsWith('#')) return { ...content, rows: { ...content.rows, [section]: Number(wanted) } }
  const [, condition] = place.split('?')
  if (condition === undefined)
    return { ...content, values: { ...content.values, [place]: wanted ?? undefined } as AnswerValues['values'] }
  const others = (content.conditions[section] ?? []).filter((one) => one !== Number(condition))
  return {
    ...content,
    conditions: { ...content.conditions, [section]: wanted === true ? [...others, Number(condition)] : others },
  }
}

function sectionOf(place: string): string {
  return /^\d+/.exec(place)?.[0] ?? ''
}

/**
 * Each edit worked out again: it takes effect where its author saw what stood there, replaces nothing else, leaves nothing unanswered that the form
 * requires, and what clashes is kept with both values.
 */
export function checkEdits(
  { id, correction, base }: Correct | Edit | Revise,
  before: Answer,
  after: Answer,
  note: Note,
): void {
  const [was, is] = [contentOf(before), contentOf(after)]
  const wishes = wishesOf(correction)
  const opened = opensIn(correction, before)
  if (opened.size > 0 && base === before.version)
    note(`5 no silent overwrite: ${id} was accepted, and its author could see that ${before.id} needs more`)
  const known = new Set(lackingIn(before))
  const lacking = lackingIn(after).find((place) => !known.has(place))
  if (lacking !== undefined)
    note(`5 no silent overwrite: ${id} left ${lacking} of ${before.id} unanswered, which its form requires`)
  for (const { place, seen, wanted } of wishes) {
    const [old, now] = [at(was, place), at(is, place)]
    const free =
      same(old, wanted) || (same(old, seen) && (wanted === null || isAsked(is, place)) && !opened.has(sectionOf(place)))
    if (free && !same(now, wanted)) note(`5 no silent overwrite: ${id} did not take effect at ${place}`)
    if (!free && !same(now, old)) note(`5 no silent overwrite: ${id} replaced what its author had not seen at ${place}`)
    const conflict = after.conflicts.some(
      (one) => one.mutation === id && placeOf(one) === place && 'proposed' in one && same(one.proposed, wanted),
    )
    if (!free && !conflict) note(`5 no silent overwrite: what ${id} wanted at ${place} has vanished`)
  }
  const touched = new Set(wishes.map(({ place }) => place))
  const moved = [...new Set([...placesIn(was), ...placesIn(is)])].find(
    (place) => !touched.has(place) && !same(at(was, place), at(is, place)),
  )
  if (moved !== undefined) note(`5 no silent overwrite: ${id} changed ${moved}, which it does not name`)
}

function placesIn({ values, conditions, rows }: AnswerValues): readonly string[] {
  const checked = Object.entries(conditions).flatMap(([section, orders]) =>
    orders.map((order) => `${section}?${order}`),
  )
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
  'answer.sendCopy': [],
}

export function checkNothingElse({ id, kind }: Change, before: Answer, after: Answer, note: Note): void {
  const free = new Set<string>(['version', 'lastUpdate', 'changedBy', 'conflicts', ...TOUCHES[kind]])
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Answer>
  for (const field of fields)
    if (!free.has(field) && !isDeepStrictEqual(before[field], after[field]))
      note(`5 no silent overwrite: ${id} changed ${field}`)
}

/** Conflicts have no id of their own: the change that came second and the place name one. */
export function placeOf(conflict: Conflict): string {
  if (conflict.kind === 'value') return conflict.address
  if (conflict.kind === 'condition') return `${conflict.section}?${conflict.condition}`
  return conflict.kind === 'rows' ? `${conflict.section}#` : conflict.kind
}
