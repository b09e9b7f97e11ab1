import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import { pickDraftFields, toEditorForm } from '../form/to-editor-form.ts'
import { toTemplateDraft } from '../form/to-template-draft.ts'
import * as edit from './edit-payment.ts'
import { changeQuestionType, updateQuestion } from './edit-questions.ts'

const EUR = { sign: '€', name: 'EUR' }
let keys = 0
const FORM = toEditorForm(pickDraftFields(buildTemplate()), () => `k${(keys += 1)}`)
const selling = edit.setSale(edit.setCurrency(FORM, EUR), true, 'one')
const zones = ({ ticketSale }: typeof FORM) => ticketSale?.zones ?? []

describe('what a form costs', () => {
  it('begins with what an order needs, and an edit that changes nothing makes nothing new', () => {
    const priced = edit.updateCharge(FORM, { base: 1250 })
    expect(toTemplateDraft(priced).charge).toEqual({ base: 1250, discounts: [], minutes: 60, validated: false })
    expect(edit.updateCharge(priced, { base: 1250, minutes: 60 })).toBe(priced)
  })

  it('is in one currency, also of what is sold, and stays in it when nothing is sold any more', () => {
    expect(selling.ticketSale?.currency).toEqual(EUR)
    const dearer = edit.setCurrency(selling, { sign: '$', name: 'ARS' })
    expect([dearer.charge?.currency?.name, dearer.ticketSale?.currency.name]).toEqual(['ARS', 'ARS'])
    expect(edit.setSale(dearer, false, '')).toMatchObject({ charge: { currency: { name: 'ARS' } } })
    expect(edit.setSale(dearer, false, '')).not.toHaveProperty('ticketSale')
  })

  it('has reductions in the block that they are in', () => {
    const both = edit.addPromotion(edit.addPromotion(selling, 'charge'), 'ticketSale')
    const named = edit.updatePromotion(both, 'ticketSale', 0, { name: 'Jubilados', percentOff: 50, code: undefined })
    expect(edit.listPartPromotions(named, 'ticketSale')).toEqual([
      { name: 'Jubilados', percentOff: 50, amountOff: 0, from: 1 },
    ])
    expect(edit.listPartPromotions(named, 'charge')).toMatchObject([{ name: '' }])
    expect(edit.listPartPromotions(edit.removePromotion(named, 'charge', 0), 'charge')).toEqual([])
    expect(edit.updatePromotion(named, 'charge', 7, { name: 'x' })).toBe(named)
  })
})

describe('what is sold', () => {
  it('gives no zone the number of one that was deleted, nor of another', () => {
    const [first] = zones(selling)
    const without = edit.removeZone(selling, first?.id ?? -1)
    expect(zones(without)).toEqual([])
    const again = zones(edit.addZone(without, 'two'))
    expect(again[0]?.id).not.toBe(first?.id)
    // The same key twice, as after an undo in another window: never within one form.
    const many = Array.from({ length: 5 }).reduce<typeof FORM>((form) => edit.addZone(form, 'one'), selling)
    expect(new Set(zones(many).map(({ id }) => id)).size).toBe(6)
  })

  it('keeps the number of a zone, and the zone its place', () => {
    const two = edit.addZone(selling, 'two')
    const id = zones(two)[0]?.id ?? -1
    const priced = edit.updateZone(two, id, { name: 'Platea', price: 100, maxPerPerson: 4 })
    expect(zones(priced)[0]).toEqual({ id, name: 'Platea', price: 100, maxQuantity: 0, maxPerPerson: 4 })
    expect(zones(edit.updateZone(priced, id, { maxPerPerson: undefined }))[0]).not.toHaveProperty('maxPerPerson')
    expect(edit.updateZone(priced, id, { name: 'Platea' })).toBe(priced)
  })

  it('as goods has neither date nor place', () => {
    const event = edit.updateSale(selling, { address: 'Plaza' })
    expect(event.ticketSale?.address).toBe('Plaza')
    expect(edit.updateSale(event, { productType: 'product' }).ticketSale).not.toHaveProperty('address')
    expect(edit.updateSale(FORM, { address: 'Plaza' })).toBe(FORM)
  })
})

describe('the price of a question', () => {
  const [question] = FORM.secciones.flatMap(({ preguntas }) => preguntas)
  const key = question?.key ?? ''
  const priceIn = (form: typeof FORM) =>
    form.secciones.flatMap(({ preguntas }) => preguntas).find((one) => one.key === key)?.precio

  it('goes with the kind of question that has one', () => {
    const number = updateQuestion(changeQuestionType(FORM, key, QUESTION_TYPE.OPEN), key, {
      tipoDato: DATA_TYPE.NUMBER,
      precio: 150,
    })
    expect(priceIn(number)).toBe(150)
    expect(priceIn(changeQuestionType(number, key, QUESTION_TYPE.BOOLEAN))).toBe(150)
    expect(priceIn(updateQuestion(number, key, { tipoDato: DATA_TYPE.DECIMAL }))).toBeUndefined()
    expect(priceIn(changeQuestionType(number, key, QUESTION_TYPE.SELECT))).toBeUndefined()
  })
})
