// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toAddress } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider, type FormFiles } from '../form/form-context.ts'
import { createFormStore, changeContent } from '../form/form-store.ts'
import { CurrentPrice, SaleFacts } from './price-line.tsx'

const EUR = { sign: '€', name: 'EUR' }
const opciones = [
  { orden: 0, texto: 'Sin', checked: false },
  { orden: 1, texto: 'Con', checked: false, precio: 50_050 },
]
const PRICED = section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones })])
const ADDRESS = toAddress({ section: 0, question: 0, condition: null, row: null })

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

/** @returns the line's text, and a function that chooses an option */
function show(change: object, Part: typeof CurrentPrice = CurrentPrice) {
  const form = createFormStore(templateOf([PRICED], change))
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <FormContextProvider value={{ form, files: {} as FormFiles }}>
        <Part />
      </FormContextProvider>
    </I18nProvider>,
  )
  return {
    said: () => container.textContent,
    choose: (...chosen: number[]) =>
      act(async () => changeContent(form, 0, { ...form.state.getState().content, values: { [ADDRESS]: { chosen } } })),
  }
}

it('shows what is sold before anything is asked: when, where, for how much, and the maximum per person', () => {
  const zones = [{ id: 1, name: 'Platea', price: 5_000, maxQuantity: 9, maxPerPerson: 3 }]
  const eventDate = '2027-01-10T21:00:00.000Z'
  const ticketSale = { productType: 'event', currency: EUR, zones, eventDate, address: 'Teatro Municipal' }
  expect(show({ ticketSale }, SaleFacts).said()).toBe(
    '10/01/2027 18:00Teatro MunicipalPlatea: €50.00 At most 3 per person.',
  )
  expect(show({}, SaleFacts).said()).toBe('')
})

describe('the line of what an answer costs', () => {
  it('follows what is chosen', async () => {
    const { said, choose } = show({ charge: { base: 75_000, currency: EUR } })
    expect(said()).toBe('To pay: €750.00')
    await choose(1)
    expect(said()).toBe('To pay: €1,250.50')
    await choose(0)
    expect(said()).toBe('To pay: €750.00')
  })

  it('says what is taken off, and by what', () => {
    const discounts = [{ name: 'Fair', percentOff: 100, amountOff: 0, from: 1 }]
    expect(show({ charge: { base: 1000, currency: EUR, discounts } }).said()).toBe('To pay: €0.00€10.00 off: Fair')
  })

  it('says the least while nothing of what is sold was chosen', () => {
    const zones = [900, 500].map((price, id) => ({ id, name: `${id}`, price, maxQuantity: 1 }))
    const ticketSale = { productType: 'product', currency: EUR, zones }
    expect(show({ charge: { base: 100 }, ticketSale }).said()).toBe('To pay: from €6.00')
  })

  it('says nothing of a form that has no price', () => {
    expect(show({}).said()).toBe('')
  })
})
