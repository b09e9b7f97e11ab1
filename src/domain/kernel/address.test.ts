import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RowId } from './row-ids.ts'
import { addressSchema, parseAddress, toAddress } from './address.ts'

const order = fc.integer({ min: 0, max: 9999 })
const rows = fc.oneof(
  order.map(String),
  fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 10, maxLength: 10 }),
) as fc.Arbitrary<RowId>
const places = fc.oneof(
  fc.record({ section: order, question: order, condition: fc.constant(null), row: fc.constant(null) }),
  fc.record({ section: order, question: order, condition: order, row: fc.constant(null) }),
  fc.record({ section: order, question: order, condition: fc.constant(null), row: rows }),
)

it('writes every place in a way that can be read back', () => {
  fc.assert(
    fc.property(places, (place) => {
      expect(parseAddress(addressSchema.parse(toAddress(place)))).toEqual(place)
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
  '1/rK7Q2M4T8X/2',
  '1/rK7Q2M4T8XAB/2',
  '1/rK7Q2M4T8XU/2',
  '1/rk7q2m4t8xa/2',
  '1/cK7Q2M4T8XA/2',
])('refuses %j', (text) => {
  expect(addressSchema.safeParse(text).success).toBe(false)
})
