// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateAnswerId, toAddress } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider, type FormFiles } from '../form/form-context.ts'
import { createFormStore, changeContent } from '../form/form-store.ts'
import { CurrentPrice, readPurchase, readTotal, PurchaseChooser } from './price-line.tsx'

const EUR = { sign: '€', name: 'EUR' }
const opciones = [
  { orden: 0, texto: 'Sin', checked: false },
  { orden: 1, texto: 'Con', checked: false, precio: 50_050 },
]
const PRICED = section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones })])
const ADDRESS = toAddress({ section: 0, question: 0, condition: null, row: null })

const FIRST = generateAnswerId(new Uint8Array(16))
const SECOND = generateAnswerId(new Uint8Array(16).fill(1))
const Facts = () => <PurchaseChooser answer={FIRST} />
const Total = () => <CurrentPrice answer={FIRST} />
type Left = readonly { readonly id: number; readonly left: number }[]

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  sessionStorage.clear()
})
afterEach(cleanup)

/** @returns the line's text, and a function that chooses an option */
function show(change: object, Part: ComponentType = Total, left?: Left) {
  const form = createFormStore(templateOf([PRICED], change))
  const reply = left === undefined ? { kind: 'retry' } : { kind: 'ok', value: { zones: left } }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <AccountProvider value={{ ask: async () => reply } as unknown as Account}>
        <FormContextProvider value={{ form, files: {} as FormFiles }}>
          <Part />
        </FormContextProvider>
      </AccountProvider>
    </I18nProvider>,
  )
  return {
    form,
    said: () => container.textContent,
    choose: (...chosen: number[]) =>
      act(async () => changeContent(form, 0, { ...form.state.getState().content, values: { [ADDRESS]: { chosen } } })),
  }
}

describe('the sale, before anything is asked', () => {
  const pays = { opcionales: { ...templateOf([]).opcionales, addPaymentGateway: true } }
  const platea = { id: 1, name: 'Platea', price: 5_000, maxQuantity: 9, maxPerPerson: 3 }
  const pullman = { id: 2, name: 'Pullman', price: 3_000, maxQuantity: 2000, maxPerPerson: 500 }
  const event = { productType: 'event', currency: EUR, eventDate: '2027-01-10T21:00:00.000Z', address: 'Teatro' }
  const facts = (more: object, left?: Left) => show({ ...pays, ticketSale: { ...event, ...more } }, Facts, left)

  it('says when, where, for how much, what is left and the maximum per person, and asks how many', async () => {
    const { said, form } = facts({ zones: [platea] }, [{ id: 1, left: 2 }])
    await screen.findByText(/2 left/)
    expect(said()).toBe(
      '10/01/2027 18:00TeatroWhat do you want to buy?Platea2 left. At most 3 per person.€50.00Quantity12' +
        'Nothing is reserved yet. You pay after you send this form.',
    )
    expect(form.state.getState().purchase).toEqual({ zone: 1, quanty: 1 })
    fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '2' } })
    expect(form.state.getState().purchase).toEqual({ zone: 1, quanty: 2 })
    expect([readPurchase(FIRST), readPurchase(SECOND)]).toEqual([{ zone: 1, quanty: 2 }, undefined])
  })

  it('says when in the time zone of the municipality', () => {
    const Lima = () => <PurchaseChooser answer={FIRST} timeZone="America/Lima" />
    expect(show({ ...pays, ticketSale: { ...event, zones: [platea] } }, Lima).said()).toMatch(
      /^10\/01\/2027 16:00Teatro/,
    )
  })

  it('says without a connection what it knows', () => {
    expect(facts({ zones: [platea, pullman] }).said()).toBe(
      '10/01/2027 18:00TeatroWhat do you want to buy?PlateaAt most 3 per person.€50.00PullmanAt most 500 per person.€30.00',
    )
  })

  it('takes none of several zones for granted, and keeps the choice over a reload', async () => {
    const { form } = facts({ zones: [platea, pullman] })
    expect(form.state.getState().purchase).toBeUndefined()
    fireEvent.click(screen.getByRole('radio', { name: /Pullman/ }))
    for (const typed of ['0', '501', '2.5', 'x', '']) fireEvent.change(quantity(), { target: { value: typed } })
    expect(form.state.getState().purchase).toEqual({ zone: 2, quanty: 1 })
    fireEvent.change(quantity(), { target: { value: '40' } })
    cleanup()
    expect(facts({ zones: [platea, pullman] }).form.state.getState().purchase).toEqual({ zone: 2, quanty: 40 })
    cleanup()
    expect(facts({ zones: [platea] }).form.state.getState().purchase).toEqual({ zone: 1, quanty: 1 })
  })

  it('offers nothing that is sold out, and says so', async () => {
    sessionStorage.setItem('relevo.chosen', `${FIRST} 1 2`)
    const { form } = facts({ zones: [platea, pullman] }, [
      { id: 1, left: 0 },
      { id: 2, left: 1 },
    ])
    await screen.findByText('No tickets left')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Platea/ }).disabled).toBe(true)
    expect(form.state.getState().purchase).toEqual({ zone: 2, quanty: 1 })
    cleanup()
    facts({ zones: [platea] }, [{ id: 1, left: 0 }])
    expect((await screen.findByRole('status')).textContent).toBe('No tickets left')
  })

  it('offers nothing while the sale is closed, nor without payments', () => {
    expect(facts({ zones: [platea], saleUntil: '2026-01-01T00:00:00.000Z' }).said()).toContain('Prices')
    expect(screen.queryByRole('radio')).toBeNull()
    cleanup()
    expect(show({ ticketSale: { ...event, zones: [platea] } }, Facts).said()).toBe('')
  })

  it.each(['', 'x', `${FIRST}`, `${FIRST} 1`, `${FIRST} 1 0`, `${FIRST} -1 2`, `${FIRST} 1 2 3`, `${FIRST} 1 1e3`])(
    'reads no choice from %j',
    (stored) => {
      sessionStorage.setItem('relevo.chosen', stored)
      expect(readPurchase(FIRST)).toBeUndefined()
    },
  )
})
const quantity = () => screen.getByLabelText('Quantity')

describe('the line of what an answer costs', () => {
  it('is kept in the tab for the page after the answer was sent', async () => {
    const { choose } = show({ charge: { base: 75_000, currency: EUR } })
    await choose(1)
    expect([readTotal(FIRST), readTotal(SECOND)]).toEqual([125_050, undefined])
  })

  it('follows what is chosen', async () => {
    const { said, choose } = show({ charge: { base: 75_000, currency: EUR } })
    expect(said()).toBe('Total: €750.00')
    await choose(1)
    expect(said()).toBe('Total: €1,250.50')
    await choose(0)
    expect(said()).toBe('Total: €750.00')
  })

  it('says what is taken off, and by what', () => {
    const discounts = [{ name: 'Fair', percentOff: 100, amountOff: 0, from: 1 }]
    expect(show({ charge: { base: 1000, currency: EUR, discounts } }).said()).toBe('Total: €0.00€10.00 off: Fair')
  })

  it('says the least while nothing of what is sold was chosen', () => {
    const zones = [900, 500].map((price, id) => ({ id, name: `${id}`, price, maxQuantity: 1 }))
    const ticketSale = { productType: 'product', currency: EUR, zones }
    expect(show({ charge: { base: 100 }, ticketSale }).said()).toBe('Total: from €6.00')
  })

  it('says the price of what was chosen of a sale', () => {
    const zones = [900, 500].map((price, id) => ({ id, name: `${id}`, price, maxQuantity: 9, maxPerPerson: 9 }))
    const ticketSale = { productType: 'product', currency: EUR, zones }
    const { said, form } = show({ charge: { base: 100 }, ticketSale })
    act(() => form.state.setState({ purchase: { zone: 0, quanty: 3 } }))
    expect(said()).toBe('Total: €28.00')
  })

  it('says nothing of a form that has no price', () => {
    expect(show({}).said()).toBe('')
  })
})
