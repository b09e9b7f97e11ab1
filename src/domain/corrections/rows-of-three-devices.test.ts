import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerValues, answerValuesSchema, type QuestionValue, type RowValues } from '../answers/index.ts'
import { type Address, parseAddress, rowIdSchema, type RowId } from '../kernel/index.ts'
import { type Correction, buildCorrection, isEmptyCorrection } from './correction.ts'
import { type ContentConflict, mergeCorrection } from './merge.ts'
import { fillAnswerDetails } from './answer-details.ts'

/*
 * Section 1 is repeatable; each row has questions 0 and 1. Every typed text names its row, so that a text in another
 * row is detected.
 */
const FIRST = ['0', '1', '3AAAAAAAAA']
const START = answerValuesSchema.parse({
  values: Object.fromEntries(FIRST.map((row) => [`1/r${row}/0`, { respuesta: `${row} at first` }])),
  conditions: {},
  rows: { 1: FIRST },
})

type Step =
  | { readonly what: 'add'; readonly id: number }
  | { readonly what: 'remove'; readonly at: number }
  | { readonly what: 'write' | 'clear'; readonly at: number; readonly question: number; readonly text: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constant('add' as const), id: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ what: fc.constant('remove' as const), at: fc.nat(9) }),
  fc.record({
    what: fc.constantFrom('write' as const, 'write' as const, 'clear' as const),
    at: fc.nat(9),
    question: fc.nat(1),
    text: fc.nat(3),
  }),
)

/** Applies a user's steps to an answer, independently of the form's own actions. */
function after(content: AnswerValues, steps: readonly Step[], device: number): AnswerValues {
  let rows: readonly string[] = content.rows['1'] ?? []
  const values: Record<string, QuestionValue> = { ...content.values }
  for (const one of steps) {
    const row =
      one.what === 'add' ? `${4 + device}${String(one.id).padStart(9, '0')}` : rows[one.at % (rows.length || 1)]
    if (row === undefined) continue
    switch (one.what) {
      case 'add':
        if (!rows.includes(row)) rows = [...rows, row].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
        break
      case 'remove':
        rows = rows.filter((other) => other !== row)
        for (const question of [0, 1]) delete values[`1/r${row}/${question}`]
        break
      case 'write':
        values[`1/r${row}/${one.question}`] = { respuesta: `${row} says ${one.text}` }
        break
      case 'clear':
        delete values[`1/r${row}/${one.question}`]
        break
    }
  }
  return answerValuesSchema.parse({ values, conditions: {}, rows: rows.length === 0 ? {} : { 1: rows } })
}

const none = fillAnswerDetails({})
function merged(content: AnswerValues, correction: Correction, base: AnswerValues) {
  const result = mergeCorrection({ content, details: none }, correction, false, base)
  return { content: result.content, clashes: result.clashes }
}
const rowsOf = ({ rows }: AnswerValues): readonly RowId[] => rows['1'] ?? []
const plain = ({ values, rows }: AnswerValues) => ({ values, rows })

/** The two sides of a conflict, in any order. */
function sidesOf(clash: ContentConflict): readonly string[] {
  const sides = (place: unknown, proposed: unknown): readonly string[] => [
    String(place),
    ...[clash.current, proposed].map(written).sort(),
  ]
  if (clash.kind === 'row') return sides(clash.row, clash.proposed)
  return clash.kind === 'value' ? sides(clash.edit.at, clash.edit.value) : sides(clash.kind, null)
}
const written = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
const sidesIn = (clashes: readonly ContentConflict[]): readonly string[] =>
  clashes.map((one) => sidesOf(one).join(' | ')).toSorted((a, b) => a.localeCompare(b))
const steps = fc.array(step, { maxLength: 6 })

describe('two people at the rows of one answer', () => {
  it('come to the same result in either order where they do not clash, and to the same two sides where they do', () => {
    fc.assert(
      fc.property(steps, steps, (one, other) => {
        const [first, second] = [
          buildCorrection(START, after(START, one, 1)),
          buildCorrection(START, after(START, other, 2)),
        ]
        const [a, b] = [merged(START, first, START), merged(START, second, START)]
        expect([...a.clashes, ...b.clashes]).toEqual([])
        const [ab, ba] = [merged(a.content, second, START), merged(b.content, first, START)]
        expect(sidesIn(ab.clashes)).toEqual(sidesIn(ba.clashes))
        if (ab.clashes.length === 0) expect(plain(ab.content)).toEqual(plain(ba.content))
      }),
      { numRuns: 2000 },
    )
  })

  it('clash where one removes a row that the other fills in: the row with its values, beside no row', () => {
    const [beto, age] = [rowIdSchema.parse('0'), '1/r0/1' as Address]
    const removal = buildCorrection(START, after(START, [{ what: 'remove', at: 0 }], 1))
    const filled = { ...START, values: { ...START.values, [age]: { respuesta: '31' } } }
    const completion = buildCorrection(START, filled)
    const before: RowValues = { 0: { respuesta: '0 at first' } }
    const whole: RowValues = { ...before, 1: { respuesta: '31' } }
    const removedFirst = merged(merged(START, removal, START).content, completion, START)
    expect(removedFirst.clashes).toEqual([
      { kind: 'row', section: 1, row: beto, seen: before, current: null, proposed: whole },
    ])
    expect(rowsOf(removedFirst.content)).toEqual(['1', '3AAAAAAAAA'])
    const filledFirst = merged(merged(START, completion, START).content, removal, START)
    expect(filledFirst.clashes).toEqual([
      { kind: 'row', section: 1, row: beto, seen: before, current: whole, proposed: null },
    ])
    expect(filledFirst.content.values[age]).toEqual({ respuesta: '31' })
  })
})

describe('three devices that change rows and send whenever they come to it', () => {
  const act = fc.record({ device: fc.nat(2), steps, sends: fc.boolean(), pulls: fc.boolean() })

  it('put no value into another row, and bring no removed row back', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        let server = START
        const gone = new Set<string>()
        const devices = [0, 1, 2].map(() => ({ seen: START, own: START }))
        for (const { device, steps: done, sends, pulls } of acts) {
          const here = devices[device]
          if (here === undefined) continue
          here.own = after(here.own, done, device)
          if (sends) {
            const correction = buildCorrection(here.seen, here.own)
            const before = rowsOf(server)
            const result = merged(server, correction, here.seen)
            server = result.content
            for (const row of before) if (!rowsOf(server).includes(row)) gone.add(row)
            accountsFor(correction, server, result.clashes)
            here.seen = server
            here.own = server
          } else if (pulls && isEmptyCorrection(buildCorrection(here.seen, here.own))) here.seen = here.own = server
          for (const [at, value] of Object.entries(server.values) as [Address, QuestionValue][]) {
            const { row } = parseAddress(at)
            expect(rowsOf(server)).toContain(row)
            expect(String(value.respuesta)).toMatch(new RegExp(`^${row} `))
          }
          expect(rowsOf(server).filter((row) => gone.has(row))).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('come to the same result in every order where no two of them clash', () => {
    fc.assert(
      fc.property(fc.tuple(steps, steps, steps), (all) => {
        const corrections = all.map((one, device) => buildCorrection(START, after(START, one, device)))
        const orders = [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ]
        const ends = orders.map((order) =>
          order.reduce(
            ({ content, clashes }, device) => {
              const correction = corrections[device]
              if (correction === undefined) return { content, clashes }
              const next = merged(content, correction, START)
              return { content: next.content, clashes: [...clashes, ...next.clashes] }
            },
            { content: START, clashes: [] as readonly ContentConflict[] },
          ),
        )
        if (ends.every(({ clashes }) => clashes.length === 0))
          for (const { content } of ends) expect(plain(content)).toEqual(plain(ends[0]?.content ?? START))
      }),
      { numRuns: 1000 },
    )
  })

  /** Everything written is in the answer or in a conflict; everything removed is gone or in a conflict. */
  function accountsFor(correction: Correction, content: AnswerValues, clashes: readonly ContentConflict[]): void {
    const clashed = new Set<string>(
      clashes.flatMap((clash) => {
        if (clash.kind === 'row') return clash.row
        return clash.kind === 'value' ? clash.edit.at : []
      }),
    )
    for (const { at, value } of correction.values)
      if (!clashed.has(at) && !clashed.has(parseAddress(at).row ?? ''))
        expect(content.values[at] ?? null).toEqual(value)
    for (const edit of correction.rows)
      if (!clashed.has(edit.row)) expect(rowsOf(content).includes(edit.row)).toBe(!('seen' in edit))
  }
})
