import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFigures } from './figures.ts'
import type { OutlinedQuestion } from './outline.ts'
import { createCountMask, MIN_SHOWN_COUNT } from './reply.ts'
import { createEmptyQuestionTally } from './totals.ts'

const shownCount = createCountMask(true)
const counts = fc.integer({ min: 0, max: 60 })
/** The range of counts that a reader who knows the rule can infer: minimum and maximum. */
const known = (count: number): readonly [number, number] => {
  const tells = shownCount(count)
  return tells === null ? [0, MIN_SHOWN_COUNT - 1] : [tells, tells + MIN_SHOWN_COUNT - 1]
}

describe('a count that is hidden', () => {
  it('cannot be had by taking one shown count from another', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: MIN_SHOWN_COUNT - 1 }), (without, hidden) => {
        const [whole, part] = [known(without + hidden), known(without)]
        // Every count from 1 to 4 is consistent with both; where all is hidden, so is 0.
        expect(whole[0] - part[1]).toBeLessThanOrEqual(1)
        expect(whole[1] - part[0]).toBeGreaterThanOrEqual(MIN_SHOWN_COUNT - 1)
      }),
    )
  })

  it('cannot be had by taking all other parts from their total', () => {
    fc.assert(
      fc.property(
        fc.array(counts, { maxLength: 12 }),
        fc.integer({ min: 0, max: MIN_SHOWN_COUNT - 1 }),
        (others, hidden) => {
          const parts = [...others, hidden]
          fc.pre(
            parts.length % MIN_SHOWN_COUNT !== 0 ||
              parts.some((part) => part % MIN_SHOWN_COUNT !== MIN_SHOWN_COUNT - 1),
          )
          const [least, most] = known(parts.reduce((sum, part) => sum + part, 0))
          const [all, fewest] = [1, 0].map((end) => others.reduce((sum, part) => sum + Number(known(part)[end]), 0))
          const from = Math.max(0, least - Number(all))
          const to = Math.min(MIN_SHOWN_COUNT - 1, most - Number(fewest))
          expect(to - from).toBeGreaterThanOrEqual(1)
          expect(hidden >= from && hidden <= to).toBe(true)
        },
      ),
    )
  })

  it('is shown as it is where nothing is hidden', () => {
    expect([0, 1, 7].map(createCountMask(false))).toEqual([0, 1, 7])
    expect([0, 4, 5, 9, 10].map(shownCount)).toEqual([null, null, 5, 5, 10])
  })
})

const QUESTION = { kind: 'numbers', condition: null, options: [] } as unknown as OutlinedQuestion

describe('the figures of a question whose form hides small counts', () => {
  const tally = (codes: readonly (readonly [string, number])[]) => {
    const answered = codes.reduce((sum, [, count]) => sum + count, 0)
    return { ...createEmptyQuestionTally(), units: 20, asked: 20, answered, codes: new Map(codes) }
  }
  it('tell nothing that a single answer could be read from', () => {
    const figures = buildFigures(QUESTION, tally([['100', 7], ['12345', 6], ['99900', 1]]), true) // prettier-ignore
    expect(figures).toMatchObject({ asked: 20, answered: 10, unanswered: 5, notAsked: 0, absent: null, n: 10 })
    expect(figures).toMatchObject({ sum: null, least: null, most: null, mean: 125, median: 62.2 })
    expect(figures).toMatchObject({ bins: [{ from: 1, count: 5 }, { from: 123.45, count: 5 }] }) // prettier-ignore
  })

  it('tell no measure of few', () => {
    const figures = buildFigures(QUESTION, tally([['100', 4]]), true)
    expect(figures).toMatchObject({ answered: null, n: null, mean: null, median: null, bins: [] })
  })

  it('leave out texts and days that few have answered', () => {
    const codes = [['2026-11-20', 6], ['2026-11-21', 2]] as const // prettier-ignore
    expect(buildFigures({ ...QUESTION, kind: 'dates' }, tally(codes), true)).toMatchObject({
      days: [{ at: '2026-11-20', count: 5 }],
    })
    expect(buildFigures({ ...QUESTION, kind: 'texts' }, tally(codes), true)).toMatchObject({
      distinct: null,
      top: [{ texto: '2026-11-20', count: 5 }],
    })
  })
})
