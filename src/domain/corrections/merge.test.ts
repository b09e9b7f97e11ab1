import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressSchema } from '../kernel/index.ts'
import { type Citizen, citizenSchema } from '../citizens/index.ts'
import type { AnswerValues, QuestionValue } from '../answers/index.ts'
import {
  type Correction,
  buildCorrection,
  correctionSchema,
  isEmptyCorrection,
  ANSWER_DETAILS,
  getRowKey,
  formatRowKey,
  isSameRow,
  isSameValue,
  groupValuesByRow,
} from './correction.ts'
import { type CorrectableContent, mergeCorrection } from './merge.ts'
import { findDetailEdits, type AnswerDetailsLike, isSameDetail, fillAnswerDetails } from './answer-details.ts'

const value: fc.Arbitrary<QuestionValue> = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map((respuesta) => ({ respuesta })),
  fc.subarray([0, 1], { minLength: 1 }).map((chosen) => ({ chosen })),
)
const ROWS = ['0', '1', '1AAAAAAAAA', '2BBBBBBBBB']
const content: fc.Arbitrary<AnswerValues> = fc
  .record({
    values: fc.dictionary(fc.constantFrom('0/0', '0/1', '1/0', ...ROWS.map((row) => `1/r${row}/0`), '2/c0/0'), value),
    conditions: fc.dictionary(fc.constantFrom('2', '3'), fc.constantFrom([0], [1], [0, 1])),
    rows: fc.dictionary(fc.constantFrom('1', '4'), fc.subarray(ROWS, { minLength: 1 })),
  })
  .map(({ values, ...rest }) => {
    const isThere = (at: string): boolean => !at.includes('r') || (rest.rows['1'] ?? []).includes(at.slice(3, -2))
    return { ...rest, values: Object.fromEntries(Object.entries(values).filter(([place]) => isThere(place))) }
  }) as unknown as fc.Arbitrary<AnswerValues>
const at = (from: AnswerValues, details: AnswerDetailsLike = {}): CorrectableContent => ({
  content: from,
  details: fillAnswerDetails(details),
})
const places = (correction: Correction): readonly string[] => [
  ...correction.values.map((edit) => edit.at),
  ...correction.conditions.map((edit) => `${edit.section}?${edit.condition}`),
  ...correction.rows.map(formatRowKey),
]
const isInRow = (correction: Correction, row: string): boolean =>
  correction.values.some(({ at: place }) => getRowKey(place) === row)
/** Two contents are equal when no correction leads from one to the other. */
const same = (one: AnswerValues, other: AnswerValues): boolean => isEmptyCorrection(buildCorrection(one, other))

describe('a merge', () => {
  it('of a correction that no one came before gives what its author wanted', () => {
    fc.assert(
      fc.property(content, content, (seen, wanted) => {
        const merged = mergeCorrection(at(seen), buildCorrection(seen, wanted))
        expect(merged.clashes).toEqual([])
        expect(same(merged.content, wanted)).toBe(true)
      }),
    )
  })

  it('of the same correction a second time changes nothing', () => {
    fc.assert(
      fc.property(content, content, content, (seen, wanted, current) => {
        const correction = buildCorrection(seen, wanted)
        const once = mergeCorrection(at(current), correction)
        const twice = mergeCorrection(once, correction)
        expect(same(twice.content, once.content)).toBe(true)
        expect(isEmptyCorrection(twice.applied)).toBe(true)
        // A wanted value that already exists is no conflict, even if its author had seen another one.
        expect(twice.clashes).toEqual(once.clashes)
      }),
    )
  })

  it('of corrections at different places gives the same in either order', () => {
    fc.assert(
      fc.property(content, content, content, (start, one, other) => {
        const first = buildCorrection(start, one)
        const taken = new Set(places(first))
        const all = buildCorrection(start, other)
        const second: Correction = {
          values: all.values.filter((edit) => !taken.has(edit.at) && !taken.has(getRowKey(edit.at) ?? '')),
          conditions: all.conditions.filter((edit) => !taken.has(`${edit.section}?${edit.condition}`)),
          rows: all.rows.filter((edit) => !taken.has(formatRowKey(edit)) && !isInRow(first, formatRowKey(edit))),
        }
        const [a, b] = [
          mergeCorrection(mergeCorrection(at(start), first), second),
          mergeCorrection(mergeCorrection(at(start), second), first),
        ]
        expect(same(a.content, b.content)).toBe(true)
        expect([...a.clashes, ...b.clashes]).toEqual([])
      }),
    )
  })

  it('loses no wanted value: each is in the content or in a clash', () => {
    fc.assert(
      fc.property(content, content, content, (seen, wanted, current) => {
        const correction = buildCorrection(seen, wanted)
        const merged = mergeCorrection(at(current), correction)
        for (const edit of correction.values) {
          const stands = isSameValue(merged.content.values[edit.at] ?? null, edit.value)
          const kept = merged.clashes.some((clash) =>
            clash.kind === 'row'
              ? formatRowKey(clash) === getRowKey(edit.at)
              : clash.kind === 'value' && clash.edit.at === edit.at,
          )
          if (edit.value === null && getRowKey(edit.at) !== undefined) continue
          expect(stands).toBe(!kept)
        }
      }),
    )
  })

  it('replaces nothing that its author had not seen', () => {
    fc.assert(
      fc.property(content, content, content, (seen, wanted, current) => {
        const merged = mergeCorrection(at(current), buildCorrection(seen, wanted))
        for (const edit of buildCorrection(current, merged.content).values) {
          expect(isSameValue(edit.seen, seen.values[edit.at] ?? null)).toBe(true)
        }
        for (const edit of buildCorrection(current, merged.content).rows)
          if ('seen' in edit)
            expect(isSameRow(edit.seen, groupValuesByRow(seen.values).get(formatRowKey(edit)) ?? {})).toBe(true)
      }),
    )
  })

  it('keeps a clash with both values', () => {
    const [seen, mine, theirs] = ['old', 'mine', 'theirs'].map((respuesta) => ({
      values: { '0/0': { respuesta } },
      conditions: {},
      rows: {},
    }))
    const merged = mergeCorrection(
      at(theirs as AnswerValues),
      buildCorrection(seen as AnswerValues, mine as AnswerValues),
    )
    expect(merged.clashes).toEqual([
      {
        kind: 'value',
        edit: { at: '0/0', seen: { respuesta: 'old' }, value: { respuesta: 'mine' } },
        current: { respuesta: 'theirs' },
      },
    ])
    expect(merged.content.values).toEqual({ '0/0': { respuesta: 'theirs' } })
  })

  it('of a new location is refused over one that its author had not seen', () => {
    const [old, mine, theirs] = ['Maipú 1', 'Maipú 2', 'Maipú 3'].map((direccion) => ({ direccion }))
    const none = { values: {}, conditions: {}, rows: {} }
    const correction = { values: [], conditions: [], rows: [], location: { seen: old ?? null, value: mine ?? null } }
    expect(mergeCorrection(at(none, { location: old }), correction).details.location).toEqual(mine)
    const clashed = mergeCorrection(at(none, { location: theirs }), correction)
    expect(clashed.details.location).toEqual(theirs)
    expect(clashed.clashes).toMatchObject([{ kind: 'location', current: theirs }])
  })
})

it('a correction has one edit for each place', () => {
  const edit = { at: addressSchema.parse('0/0'), seen: null, value: { respuesta: 'x' } }
  expect(correctionSchema.safeParse({ values: [edit], conditions: [], rows: [] }).success).toBe(true)
  expect(correctionSchema.safeParse({ values: [edit, edit], conditions: [], rows: [] }).success).toBe(false)
})

describe('a point whose address was looked up after someone saw it without one', () => {
  const POINT = { latitude: -31.4, longitude: -64.18 }
  const start: AnswerValues = { values: {}, conditions: {}, rows: {} }
  const moved = { latlng: { latitude: -31.5, longitude: -64.2 }, direccion: 'Belgrano 1' }
  const moving: Correction = {
    ...buildCorrection(start, start),
    location: { seen: { latlng: POINT, direccion: '' }, value: moved },
  }
  const over = (location: CorrectableContent['details']['location'], isUnchanged = true) =>
    mergeCorrection(at(start, { location }), moving, isUnchanged)
  const found = { latlng: POINT, direccion: 'San Juan 1200' }

  it('is moved without a conflict: no one but a machine was there', () => {
    expect(over(found)).toMatchObject({ details: { location: moved }, clashes: [] })
  })

  it('conflicts with a person who has written the address', () => {
    expect(over(found, false)).toMatchObject({ details: { location: found }, clashes: [{ kind: 'location' }] })
  })

  it('conflicts with a person who has moved it', () => {
    const theirs = { latlng: { ...POINT, latitude: -31.6 }, direccion: 'San Juan 1200' }
    expect(over(theirs)).toMatchObject({ details: { location: theirs }, clashes: [{ kind: 'location' }] })
    expect(over(null)).toMatchObject({ details: { location: null }, clashes: [{ kind: 'location' }] })
  })
})

const citizen = (part: Partial<Citizen>): Citizen =>
  citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111222', ...part })
const details: fc.Arbitrary<AnswerDetailsLike> = fc.record({
  location: fc.constantFrom(null, { direccion: 'Maipú 1' }, { direccion: 'Maipú 2' }),
  citizen: fc.constantFrom(null, citizen({}), citizen({ dni: '30111223' }), citizen({ email: 'ana@relevo.example' })),
  persona: fc.constantFrom(null, { nombre: 'Luis', direccion: '' }, { nombre: 'Luis', direccion: 'Belgrano 1' }),
  identifier: fc.constantFrom(null, 'luminaria-1', 'luminaria-2'),
})
const none: AnswerValues = { values: {}, conditions: {}, rows: {} }
const between = (seen: AnswerDetailsLike, wanted: AnswerDetailsLike): Correction => ({
  ...buildCorrection(none, none),
  ...findDetailEdits(seen, wanted),
})
const sameOf = (one: AnswerDetailsLike, other: AnswerDetailsLike): boolean => isEmptyCorrection(between(one, other))

describe('a merge of citizens, recipients and assets', () => {
  it('that no one came before gives what its author wanted', () => {
    fc.assert(
      fc.property(details, details, (seen, wanted) => {
        const merged = mergeCorrection(at(none, seen), between(seen, wanted))
        expect(merged.clashes).toEqual([])
        expect(sameOf(merged.details, wanted)).toBe(true)
      }),
    )
  })

  it('of the same correction a second time changes nothing', () => {
    fc.assert(
      fc.property(details, details, details, (seen, wanted, current) => {
        const correction = between(seen, wanted)
        const once = mergeCorrection(at(none, current), correction)
        const twice = mergeCorrection(once, correction)
        expect(twice.details).toEqual(once.details)
        expect(isEmptyCorrection(twice.applied)).toBe(true)
        expect(twice.clashes).toEqual(once.clashes)
      }),
    )
  })

  it('at different places gives the same in either order', () => {
    fc.assert(
      fc.property(details, details, details, (start, one, other) => {
        const first = between(start, one)
        const second = Object.fromEntries(
          Object.entries(between(start, other)).filter(
            ([place]) => !(ANSWER_DETAILS as readonly string[]).includes(place) || !(place in first),
          ),
        ) as Correction
        const after = (...all: readonly Correction[]) =>
          all.reduce<CorrectableContent>((now, correction) => mergeCorrection(now, correction), at(none, start)).details
        expect(after(first, second)).toEqual(after(second, first))
      }),
    )
  })

  it('loses nothing and replaces nothing unseen: each is there or in a clash', () => {
    fc.assert(
      fc.property(details, details, details, (seen, wanted, current) => {
        const correction = between(seen, wanted)
        const merged = mergeCorrection(at(none, current), correction)
        for (const place of ANSWER_DETAILS) {
          const edit = correction[place]
          const kept = merged.clashes.some(({ kind }) => kind === place)
          const stands = edit !== undefined && isSameDetail(place, merged.details[place], edit.value)
          expect(stands || kept).toBe(edit !== undefined)
          if (kept || edit === undefined) expect(merged.details[place]).toEqual(fillAnswerDetails(current)[place])
        }
      }),
    )
  })

  it('takes what the registry has added for what its author saw, and a person’s change for a clash', () => {
    const seen = citizen({ _source: 'typed' })
    const tied = citizen({ id: 'c1' as Citizen['id'], email: 'ana@relevo.example', _source: 'registry' })
    const correction = between({ citizen: seen }, { citizen: citizen({ dni: '30111223' }) })
    expect(mergeCorrection(at(none, { citizen: tied }), correction, true).clashes).toEqual([])
    expect(mergeCorrection(at(none, { citizen: tied }), correction).clashes).toMatchObject([{ kind: 'citizen' }])
    const other = citizen({ nombre: 'Eva' })
    expect(mergeCorrection(at(none, { citizen: other }), correction, true).clashes).toMatchObject([
      { kind: 'citizen', current: other },
    ])
  })
})
