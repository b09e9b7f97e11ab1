import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressSchema, partsOf, toAddress } from './address.ts'

const order = fc.integer({ min: 0, max: 9999 })
const places = fc.oneof(
  fc.record({ section: order, question: order, condition: fc.constant(null), row: fc.constant(null) }),
  fc.record({ section: order, question: order, condition: order, row: fc.constant(null) }),
  fc.record({ section: order, question: order, condition: fc.constant(null), row: order }),
)

it('writes every place in a way that can be read back', () => {
  fc.assert(
    fc.property(places, (place) => {
      expect(partsOf(addressSchema.parse(toAddress(place)))).toEqual(place)
    }),
  )
})

it.each([
  '',
  '1',
  '1/2/3',
  '1/x1/2',
  '1/c/2',
  '-1/2',
  '1/2/',
  '1/c1/r1/2',
  '12345/1',
  '__proto__',
  '01/2',
  '1/c00/2',
  '1/r01/2',
  '1/00',
])('refuses %j', (text) => {
  expect(addressSchema.safeParse(text).success).toBe(false)
})
