import type { AnswerFacts } from '../facts.ts'
import type { LocalTime } from '../local-clock.ts'
import { parseMeasure, type Measure } from '../measures.ts'
import { buildAuthorKey } from '../totals.ts'
import { hasBit, type Bits } from './bits.ts'
import { buildOptionBitsName, type BitColumnName, type ColumnPart, type WordColumnName } from './part.ts'

/**
 * Format version. Increase it when facts or parts change: each form's statistics are then recounted at the next
 * request.
 */
export const STATISTICS_VERSION = 5

const FILES = ['b:f.0', 'b:f.1', 'b:f.2'] as const
const QUESTION_COLUMNS = ['b:asked', 'b:notAsked', 'b:answered', ...FILES] as const

/** Names of the parts of a segment: answers, their periods in states, rows of a section, or one question. */
export type PartName = '#answers' | '#stays' | `#rows~${string}` | Measure

/** Parts of a segment opened for writing. A missing part is created; all are stored afterwards. */
export type SegmentParts = { readonly part: (name: PartName) => ColumnPart }

/**
 * Returns the name of an answer's segment: one day (in the municipality's time zone) and one area, so that filters by
 * date range or area select whole segments.
 */
export function buildSegmentName({ area }: AnswerFacts, { day }: LocalTime): string {
  return `${day} ${area}`
}

/**
 * Adds an answer at the first free place of its segment.
 * @param id id of this version of the answer, by which it is removed later
 * @returns the place
 */
export function addAnswerToSegment(
  { part }: SegmentParts,
  id: number,
  facts: AnswerFacts,
  { hour }: LocalTime,
): number {
  const answers = part('#answers')
  const slot = listFreeSlots(answers.bits('b:live'), 1)[0] as number
  answers.setBit('b:live', slot)
  answers.setDouble('d:id', slot, id)
  answers.setDouble('d:created', slot, facts.created)
  answers.setDouble('d:updated', slot, facts.updated)
  answers.setWord('w:hour', slot, hour)
  answers.setWord('w:version', slot, facts.version)
  answers.setWord('w:author', slot, answers.getTextNumber(buildAuthorKey(facts)))
  answers.setWord(
    'w:state',
    slot,
    facts.state === null ? 0 : answers.getTextNumber(`${facts.state.id}\n${facts.state.nombre}`),
  )
  for (const [name, has] of listFlags(facts)) if (has) answers.setBit(name, slot)
  const units = new Map<string, readonly number[]>()
  for (const [section, count] of facts.rows) units.set(section, addUnits(part(`#rows~${section}`), slot, count))
  if (facts.stays.length > 0) {
    const stays = part('#stays')
    for (const [index, unit] of addUnits(stays, slot, facts.stays.length).entries()) {
      const [name, milliseconds] = facts.stays[index] as AnswerFacts['stays'][number]
      stays.setWord('w:state', unit, stays.getTextNumber(name))
      stays.setDouble('d:milliseconds', unit, milliseconds)
    }
  }
  for (const { measure, row, asked, codes, files } of facts.facts) {
    const question = part(measure)
    const { kind, base } = parseMeasure(measure)
    const unit = base === null ? slot : units.get(base)?.[row]
    if (unit === undefined) continue
    question.setBit(asked ? 'b:asked' : 'b:notAsked', unit)
    if (codes.length > 0) question.setBit('b:answered', unit)
    for (const code of codes)
      if (kind === 'options') question.setBit(buildOptionBitsName(code), unit)
      else question.setWord('w:code', unit, question.getTextNumber(code))
    if (files === 0) continue
    for (let index = 0; index < 3; index += 1)
      if (((files >> index) & 1) === 1) question.setBit(FILES[index] as BitColumnName, unit)
  }
  for (const measure of facts.corrected) part(measure).setBit('b:corrected', slot)
  return slot
}

/** Removes an answer. Ignores answers that were never added, because they were unreadable. */
export function removeAnswerFromSegment({ part }: SegmentParts, id: number, facts: AnswerFacts): void {
  const answers = part('#answers')
  const slot = findLiveSlot(answers, id)
  if (slot === undefined) return
  const units = new Map<string, readonly number[]>()
  for (const section of facts.rows.keys()) units.set(section, removeUnits(part(`#rows~${section}`), slot))
  if (facts.stays.length > 0) {
    const stays = part('#stays')
    for (const unit of removeUnits(stays, slot)) stays.setWord('w:state', unit, 0)
  }
  for (const { measure, row, codes } of facts.facts) {
    const question = part(measure)
    const { kind, base } = parseMeasure(measure)
    const unit = base === null ? slot : units.get(base)?.[row]
    if (unit === undefined) continue
    for (const name of QUESTION_COLUMNS) question.clearBit(name, unit)
    if (kind === 'options') for (const code of codes) question.clearBit(buildOptionBitsName(code), unit)
    else if (codes.length > 0) question.setWord('w:code', unit, 0)
  }
  for (const measure of facts.corrected) part(measure).clearBit('b:corrected', slot)
  for (const [name] of listFlags(facts)) answers.clearBit(name, slot)
  for (const name of ['w:author', 'w:state', 'w:version'] as const satisfies readonly WordColumnName[])
    answers.setWord(name, slot, 0)
  answers.clearBit('b:live', slot)
}

/** Clears a place whose answer's facts are no longer known. @param parts all parts of the segment */
export function clearSlot(parts: ReadonlyMap<PartName, ColumnPart>, slot: number): void {
  const units = new Map<string, readonly number[]>()
  for (const [name, part] of parts)
    if (name === '#stays') for (const unit of removeUnits(part, slot)) part.clearPlace(unit)
    else if (name.startsWith('#rows~')) units.set(name.slice('#rows~'.length), removeUnits(part, slot))
  for (const [name, part] of parts) {
    if (name === '#stays' || name.startsWith('#rows~')) continue
    const base = name === '#answers' ? null : parseMeasure(name as Measure).base
    if (base === null) part.clearPlace(slot)
    else {
      part.clearBit('b:corrected', slot)
      for (const unit of units.get(base) ?? []) part.clearPlace(unit, 'b:corrected')
    }
  }
}

function findLiveSlot(answers: ColumnPart, id: number): number | undefined {
  const ids = answers.doubles('d:id')
  const live = answers.bits('b:live')
  for (let index = ids.indexOf(id); index >= 0; index = ids.indexOf(id, index + 1))
    if (hasBit(live, index)) return index
  return undefined
}

function listFlags({ portal, waits, withCitizen, located }: AnswerFacts) {
  return [
    ['b:portal', portal],
    ['b:waits', waits],
    ['b:withCitizen', withCitizen],
    ['b:located', located],
  ] as const
}

/** Adds the rows of an answer and returns their places, ascending. */
function addUnits(part: ColumnPart, slot: number, count: number): readonly number[] {
  const places = listFreeSlots(part.bits('b:live'), count)
  for (const place of places) {
    part.setBit('b:live', place)
    part.setWord('w:parent', place, slot + 1)
  }
  return places
}

function removeUnits(part: ColumnPart, slot: number): readonly number[] {
  const parents = part.words('w:parent')
  const places: number[] = []
  for (let index = parents.indexOf(slot + 1); index >= 0; index = parents.indexOf(slot + 1, index + 1))
    places.push(index)
  for (const place of places) {
    part.setWord('w:parent', place, 0)
    part.clearBit('b:live', place)
  }
  return places
}

/** Returns the first free places, ascending. */
function listFreeSlots(live: Bits, count: number): readonly number[] {
  const places: number[] = []
  for (let word = 0; places.length < count; word += 1) {
    const taken = live[word] ?? 0
    if (taken === 0xffffffff) continue
    for (let bit = 0; bit < 32 && places.length < count; bit += 1)
      if (((taken >>> bit) & 1) === 0) places.push(word * 32 + bit)
  }
  return places
}
