import { describe, expect, it } from 'vitest'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { findMaxPerPersonInSale, findMaxPerPersonInZone, DEFAULT_MAX_PER_PERSON } from './bounds.ts'
import { checkPurchaseLimits } from './buyers.ts'
import { computePrice } from './price.ts'

const form = buildTicketForm()
const [zone, other] = form.ticketSale?.zones ?? []
const { ticketSale } = form
if (ticketSale === undefined || zone === undefined || other === undefined) throw new Error('No zones')
const saleWith = (maxPerPerson: number | undefined, ofZone: number | undefined) => {
  const bounded = { ...zone, maxPerPerson: ofZone }
  return {
    bounded,
    sale: { ...ticketSale, maxPerPerson, zones: [bounded, { ...other, maxPerPerson: undefined }] },
  }
}

describe('what one person may have', () => {
  it.each([
    ['names nothing', undefined, undefined, { most: DEFAULT_MAX_PER_PERSON, ofAll: DEFAULT_MAX_PER_PERSON }],
    ['names less', 4, undefined, { most: 4, ofAll: 4 }],
    ['names more', 40, undefined, { most: 40, ofAll: 40 }],
    ['names more for a zone', undefined, 40, { most: 40, ofAll: 40 }],
    ['names less for a zone', undefined, 3, { most: 3, ofAll: DEFAULT_MAX_PER_PERSON }],
  ])('of a sale that %s', (_, ofSale, ofZone, { most, ofAll }) => {
    const { sale, bounded } = saleWith(ofSale, ofZone)
    expect([findMaxPerPersonInZone(sale, bounded), findMaxPerPersonInSale(sale)]).toEqual([most, ofAll])
    const ask = (quanty: number) => {
      const priced = { content: { values: {}, rows: {} } as never, purchase: { zone: bounded.id, quanty } }
      return computePrice({ ...form, ticketSale: sale }, priced, NOW)
    }
    expect([ask(most).ok, ask(most + 1)]).toMatchObject([
      true,
      { problem: { code: 'payment.too-many', details: { max: most } } },
    ])
  })

  it('counts what they have taken of all zones, in orders of before, too', () => {
    const { sale, bounded } = saleWith(undefined, undefined)
    const taken = { taken: { [String(other.id)]: 6, [String(bounded.id)]: 2 } }
    expect(checkPurchaseLimits(taken, sale, bounded, 2).ok).toBe(true)
    expect(checkPurchaseLimits(taken, sale, bounded, 3)).toMatchObject({
      problem: { details: { max: DEFAULT_MAX_PER_PERSON } },
    })
  })
})
