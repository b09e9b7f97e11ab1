import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '../questions/index.ts'
import { templateOptionsSchema } from '../templates/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { computeMetresBetween } from './likeness.ts'
import { findNearbyQuestion, findNearbyDistance, NEARBY_METRES, offersNearbyAnswers } from './nearby.ts'

const HERE = { latitude: -31.4142, longitude: -64.1893 }
const METRE = 1 / 111_195
const north = (metres: number) => ({ ...HERE, latitude: HERE.latitude + metres * METRE })
const pick = (orden: number, change: object = {}) =>
  question(orden, { tipoPregunta: QUESTION_TYPE.RADIO, required: true, ...change })

describe('answers nearby are offered', () => {
  it.each([
    [{ publico: true, geolocalizacion: true, offersNearby: true }, true],
    [{ publico: true, geolocalizacion: true }, false],
    [{ publico: true, offersNearby: true }, false],
    [{ geolocalizacion: true, offersNearby: true }, false],
  ])('by a form with %j: %s', (options, offers) =>
    expect(offersNearbyAnswers(templateOptionsSchema.parse(options))).toBe(offers),
  )
})

describe('what an answer nearby is about', () => {
  it('is the first question that everyone answers by picking one option', () => {
    const many = question(1, { tipoPregunta: QUESTION_TYPE.SELECT, required: true })
    const asked = section(3, [question(0, { required: true }), many, pick(2, { required: false }), pick(3), pick(4)])
    expect(findNearbyQuestion([asked])?.titulo).toBe('Question 3')
  })

  it('is nothing that is asked in rows or of some only', () => {
    const rows = section(0, [pick(0)], { repetible: true })
    const some = section(1, [], { conditionalSection: true, conditions: [condition(0, [pick(0)])] })
    expect(findNearbyQuestion([rows, some, section(2, [question(0)])])).toBeUndefined()
  })
})

describe('how far it is', () => {
  it('is shown in steps, and beyond a block it is not nearby', () => {
    expect([
      findNearbyDistance(HERE, HERE),
      findNearbyDistance(HERE, north(75)),
      findNearbyDistance(HERE, north(160)),
    ]).toEqual([50, 100, null])
  })

  it('is the same for all places of a cell, from wherever it is asked', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    fc.assert(
      fc.property(degrees(0.002), degrees(0.002), degrees(0.00039), degrees(0.00039), (dy, dx, a, b) => {
        // The lower left corner of a cell, and two places within it.
        const corner = {
          latitude: Math.floor(-31.4142 / 0.0004) * 0.0004,
          longitude: Math.floor(-64.1893 / 0.0004) * 0.0004,
        }
        const within = (part: number) => 0.000005 + Math.abs(part)
        const one = { latitude: corner.latitude + 0.0002, longitude: corner.longitude + 0.0002 }
        const other = { latitude: corner.latitude + within(a), longitude: corner.longitude + within(b) }
        const from = { latitude: corner.latitude + dy, longitude: corner.longitude + dx }
        expect(findNearbyDistance(from, other)).toBe(findNearbyDistance(from, one))
      }),
    )
  })

  it('is off by no more than the half of a cell', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        (latitude, longitude) => {
          const at = { latitude, longitude }
          expect(findNearbyDistance(at, at)).toBe(50)
          const far = { latitude: latitude + (NEARBY_METRES + 35) * METRE, longitude }
          expect([computeMetresBetween(at, far) > NEARBY_METRES, findNearbyDistance(at, far)]).toEqual([true, null])
        },
      ),
    )
  })
})
