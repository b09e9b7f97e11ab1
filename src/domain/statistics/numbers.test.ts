import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listValueCodes } from './answer-codes.ts'
import { LEW, LOTTERY, MICHELSO } from '#tests/support/nist-univariate.ts'
import { computeNumberFigures } from './numbers.ts'
import { DATA_TYPE, QUESTION_TYPE, questionSchema } from '../questions/index.ts'

const DECIMAL = questionSchema.parse({
  orden: 0,
  titulo: 'm²',
  tipoPregunta: QUESTION_TYPE.OPEN,
  tipoDato: DATA_TYPE.DECIMAL,
  permiteNegativos: true,
})

/** @param texts as typed by people */
function figures(texts: readonly string[]) {
  const codes = new Map<string, number>()
  for (const respuesta of texts)
    for (const code of listValueCodes({ respuesta }, DECIMAL)) codes.set(code, (codes.get(code) ?? 0) + 1)
  return computeNumberFigures(codes)
}

/**
 * A data set of NIST's univariate reference sets that is defined by a formula: two values alternate around a middle
 * one.
 */
function numAcc(middle: string, low: string, high: string, pairs: number): readonly string[] {
  return [middle, ...Array.from({ length: pairs }, () => [low, high]).flat()]
}

/** As typed by people. */
function listed(set: string): readonly string[] {
  return set
    .trim()
    .split(/\s+/)
    .map((text) => text.replace('.', ','))
}

/**
 * NIST's data set PiDigits: the first five thousand digits of π, by Machin's formula. Its digit 957 is 3, where π has
 * 8.
 */
function digitsOfPi(): readonly string[] {
  const one = 10n ** 5_010n
  const arctan = (of: bigint): bigint => {
    let [term, sum] = [one / of, one / of]
    for (let n = 3n, sign = -1n; term !== 0n; n += 2n, sign = -sign) {
      term /= of * of
      sum += (sign * term) / n
    }
    return sum
  }
  return Array.from(String(4n * (4n * arctan(5n) - arctan(239n))).slice(0, 5_000)).with(956, '3')
}

describe("mean and deviation of NIST's univariate reference sets", () => {
  it.each([
    ['NumAcc1', ['10000001', '10000003', '10000002'], 10_000_002, 1],
    // NumAcc2 to NumAcc4 as defined: 1001 values, .1 apart from their middle.
    ['NumAcc2', numAcc('1,2', '1,1', '1,3', 500), 1.2, 0.1],
    ['NumAcc3', numAcc('1000000,2', '1000000,1', '1000000,3', 500), 1_000_000.2, 0.1],
    ['Lew', listed(LEW), -177.435, 277.332168044316],
    ['Lottery', listed(LOTTERY), 518.95871559633, 291.699727470969],
    ['Michelso', listed(MICHELSO), 299.8524, 0.0790105478190518],
    ['PiDigits', digitsOfPi(), 4.5348, 2.86733906028871],
    ['NumAcc4', numAcc('10000000,2', '10000000,1', '10000000,3', 500), 10_000_000.2, 0.1],
  ])('%s', (_, texts, mean, deviation) => {
    const found = figures(texts)
    expect(found.n).toBe(texts.length)
    // NIST certifies fifteen digits.
    expect(Number(found.mean?.toPrecision(14))).toBe(Number(mean.toPrecision(14)))
    expect(Number(found.deviation?.toPrecision(14))).toBe(Number(deviation.toPrecision(14)))
  })
})

describe('figures of numbers', () => {
  it('have quartiles between neighbours, and the ends', () => {
    expect(figures(['1', '2', '3', '4'])).toMatchObject({ least: 1, q1: 1.75, median: 2.5, q3: 3.25, most: 4, sum: 10 })
    expect(figures(['-2,50'])).toMatchObject({ n: 1, mean: -2.5, deviation: null, median: -2.5, sum: -2.5 })
    expect(figures([])).toMatchObject({ n: 0, mean: null, median: null, bins: [] })
  })

  it('leave out a number that is a name', () => {
    expect(figures(['20304050607080', '7'])).toMatchObject({ n: 1, beyond: 1, mean: 7 })
  })

  it('do not depend on the order of what came and went', () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 60 }), fc.array(cents, { maxLength: 20 }), (kept, gone) => {
        const codes = new Map<string, number>()
        const add = (value: number, by: number) => codes.set(String(value), (codes.get(String(value)) ?? 0) + by)
        for (const value of gone) add(value, 1)
        for (const value of kept) add(value, 1)
        for (const value of gone.toReversed()) add(value, -1)
        const plain = new Map(
          Map.groupBy(kept, String)
            .entries()
            .map(([code, all]) => [code, all.length] as const),
        )
        expect(computeNumberFigures(codes)).toEqual(computeNumberFigures(plain))
      }),
    )
  })

  it('count each number in one bar, and leave no gap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 200 }), (values) => {
        const { bins, n } = computeNumberFigures(
          new Map(
            Map.groupBy(values, String)
              .entries()
              .map(([code, all]) => [code, all.length] as const),
          ),
        )
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(n)
        if (new Set(values).size > 20)
          for (const [at, { from }] of bins.entries()) expect(at === 0 || bins[at - 1]?.to === from).toBe(true)
      }),
    )
  })
})
