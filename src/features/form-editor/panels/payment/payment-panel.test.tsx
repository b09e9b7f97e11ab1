// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computeEditingLocks } from '#domain/templates/index.ts'
import { startTranslations } from '#ui/index.ts'
import { field, flip, prepare, showPanels, toggle, type, type Shown } from '#tests/support/screens/show-panels.tsx'
import '#ui/dates/day-field.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const EUR = { sign: '€', name: 'EUR' }
const opcionales = { addPaymentGateway: true }
const CHARGE = { base: 1250, currency: EUR }
const PLATEA = { id: 7, name: 'Platea', price: 1500, maxQuantity: 200 }
const SALE = {
  productType: 'event',
  currency: EUR,
  zones: [PLATEA],
  eventDate: '2027-01-10T21:00:00.000Z',
}
const show = (change: object, options: object = {}): Shown =>
  showPanels({ opcionales, ...change }, { view: 'payment', ...options })
const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const price = 'Price per answer'
const messageOf = (input: HTMLElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('the payment panel', () => {
  it('is there while the form takes payments', () => {
    showPanels({})
    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
    cleanup()
    showPanels({ opcionales })
    expect(screen.getByRole('region', { name: 'Payment' })).toBeTruthy()
    expect(toggle('Sell tickets or products').checked).toBe(false)
  })

  it('keeps what an answer costs in whole cents, however it is typed', () => {
    const { draft, undo } = show({ charge: CHARGE })
    expect(field(price).value).toBe('12.50')
    type(price, '1,250.5')
    expect(draft().charge?.base).toBe(125_050)
    type(price, '1.250,50')
    expect(field(price).value).toBe('1.250,50')
    fireEvent.blur(field(price))
    expect(field(price).value).toBe('1,250.50')
    undo()
    expect([draft().charge?.base, field(price).value]).toEqual([1250, '12.50'])
  })

  it('keeps no price that is none: what was typed is named, and what is kept is in the field', () => {
    const { draft } = show({ charge: CHARGE })
    type(price, '12.505')
    expect(messageOf(field(price))).toContain('“12.505” is not a valid amount')
    fireEvent.blur(field(price))
    expect([draft().charge?.base, field(price).value]).toEqual([1250, '12.50'])
    expect(messageOf(field(price))).toContain('“12.505” is not a valid amount. Example: 1,250.50')
    type(price, '')
    expect(draft().charge?.base).toBe(0)
  })

  it('reads amounts as the language writes them', async () => {
    localStorage.setItem('relevo.language', 'es')
    await startTranslations()
    const { draft } = show({ charge: CHARGE })
    fireEvent.change(screen.getByDisplayValue('12,50'), { target: { value: '1.250' } })
    expect(draft().charge?.base).toBe(125_000)
  })

  it('has one currency, whose usual sign comes with its code until the author has another', () => {
    const { draft } = show({})
    type('Currency', 'eur')
    expect(draft().charge?.currency).toEqual(EUR)
    type('Currency', 'ARS')
    expect(field('Symbol').value).toBe('$')
    type('Symbol', 'AR$')
    type('Currency', 'USD')
    expect(draft().charge?.currency).toEqual({ sign: 'AR$', name: 'USD' })
  })

  it('says how long an order waits, whatever was stored, and that staff validate first', () => {
    const { draft } = show({ charge: { ...CHARGE, minutes: 45 } })
    const wait = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time to pay' })
    expect([...wait.options].map(({ text }) => text)).toEqual([
      '30 minutes',
      '45 minutes',
      '1 hour',
      '2 hours',
      '4 hours',
      '8 hours',
      '12 hours',
      '24 hours',
    ])
    expect(wait.value).toBe('45')
    fireEvent.change(wait, { target: { value: '1440' } })
    flip('Staff validate before payment')
    expect(draft().charge).toMatchObject({ minutes: 1440, validated: true })
  })
})

describe('a reduction', () => {
  it('has a name, takes something off, and holds for a code or for citizens', () => {
    const { draft, store } = show({ charge: CHARGE })
    click('Add discount')
    const card = within(screen.getByRole('listitem', { name: 'Discount 1' }))
    expect(document.activeElement).toBe(card.getByRole('textbox', { name: 'Name' }))
    type('Name', 'Pensioners')
    type('Percent off', '12,5')
    type('Amount off', '3')
    type('Code', 'FERIA')
    type('ID numbers', '20.111.222, 30111222\n\n')
    expect(draft().charge?.discounts).toEqual([
      {
        name: 'Pensioners',
        percentOff: 12.5,
        amountOff: 300,
        from: 1,
        code: 'FERIA',
        dni: ['20.111.222', '30111222'],
      },
    ])
    // Nothing is sold that a buyer could take several of.
    expect(screen.queryByRole('textbox', { name: 'Minimum quantity' })).toBeNull()
    type('ID numbers', ' ')
    type('Code', '')
    expect(draft().charge?.discounts[0]).toEqual({ name: 'Pensioners', percentOff: 12.5, amountOff: 300, from: 1 })
    click('Delete: Pensioners')
    expect(draft().charge?.discounts).toEqual([])
    expect(store.state.getState().removed).toEqual({ what: 'promotion', name: 'Pensioners' })
    expect(document.activeElement?.textContent).toBe('Add discount')
  })
})

describe('a sale', () => {
  it('begins with a zone to write into, and keeps its numbers when one is deleted', () => {
    const { draft, undo } = show({ charge: CHARGE })
    flip('Sell tickets or products')
    type('Name', 'Platea')
    type('Unit price', '15')
    type('Quantity for sale', '200')
    type('Maximum per person', '4')
    const [first] = draft().ticketSale?.zones ?? []
    expect(first).toEqual({ id: first?.id, name: 'Platea', price: 1500, maxQuantity: 200, maxPerPerson: 4 })
    expect(draft().ticketSale?.currency).toEqual(EUR)
    click('Add zone')
    expect(draft().ticketSale?.zones).toHaveLength(2)
    click('Delete: Platea')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Zone 1')
    undo()
    expect(draft().ticketSale?.zones[0]).toEqual(first)
    flip('Sell tickets or products')
    expect(draft()).not.toHaveProperty('ticketSale')
  })

  it('of goods asks neither when nor where', async () => {
    const { draft } = show({ charge: CHARGE, ticketSale: { ...SALE, address: 'Plaza' } })
    expect(await screen.findByDisplayValue('10/01/2027')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Products'))
    expect(screen.queryByRole('textbox', { name: 'Event location' })).toBeNull()
    expect(draft().ticketSale).not.toHaveProperty('eventDate')
    expect(draft().ticketSale).not.toHaveProperty('address')
  })

  it('has its dates in the time of the device', async () => {
    const { draft } = show({ charge: CHARGE, ticketSale: SALE })
    const ends = within(screen.getByRole('group', { name: 'Event end' }))
    fireEvent.change(await ends.findByPlaceholderText('DD/MM/YYYY'), { target: { value: '11/01/2027' } })
    expect(draft().ticketSale?.eventEnd).toBe(new Date(2027, 0, 11, 23, 59).toISOString())
    fireEvent.change(ends.getByLabelText('Time'), { target: { value: '02:30' } })
    expect(draft().ticketSale?.eventEnd).toBe(new Date(2027, 0, 11, 2, 30).toISOString())
  })
})

describe('what keeps the form from being published is at its field', () => {
  const shown = (change: object): void => void show({ ...change }, { marked: true })
  const inZone = (name: string, label: string): HTMLElement =>
    within(screen.getByRole('listitem', { name })).getByRole('textbox', { name: label })
  it.each([
    ['no price', {}, () => field(price), 'has no price'],
    ['no currency', { charge: { base: 1 } }, () => field('Currency'), 'Enter the currency'],
    [
      'cents that a currency does not have',
      { charge: { base: 1, currency: { sign: '$', name: 'CLP' } } },
      () => field('Currency'),
      'This currency has no cents',
    ],
    [
      'a zone without a price',
      { ticketSale: { ...SALE, zones: [PLATEA, { ...PLATEA, id: 8, name: 'Palco', price: 0 }] } },
      () => inZone('Palco', 'Unit price'),
      'Zone or product 2 needs a name and a price',
    ],
    [
      'a name that is taken',
      { ticketSale: { ...SALE, zones: [PLATEA, { ...PLATEA, id: 8, name: ' platea' }] } },
      () => screen.getAllByRole('textbox', { name: 'Name' })[1] ?? document.body,
      'a different name',
    ],
    [
      'a sale of which a person may buy nothing',
      { ticketSale: { ...SALE, maxPerPerson: 0 } },
      () => field('Maximum tickets per person'),
      'Enter a whole number between 1 and',
    ],
    [
      'a discount of nothing',
      { charge: { ...CHARGE, discounts: [{ name: 'Nada' }] } },
      () => field('Percent off'),
      'Discount 1 needs a name and a percentage or amount',
    ],
  ])('%s', (_, change, control, message) => {
    shown(change)
    expect(messageOf(control())).toContain(message)
    expect(control().getAttribute('aria-invalid')).toBe('true')
    // Exactly once.
    expect(screen.getAllByText(new RegExp(message))).toHaveLength(1)
  })

  it('an event without a date, at the date', async () => {
    shown({ charge: CHARGE, ticketSale: { ...SALE, eventDate: undefined } })
    const begins = within(screen.getByRole('group', { name: 'Event start' }))
    expect(messageOf(await begins.findByPlaceholderText('DD/MM/YYYY'))).toContain('Check the dates')
  })

  it('a sale of nothing, above its zones', () => {
    shown({ charge: CHARGE, ticketSale: { ...SALE, zones: [] } })
    expect(screen.getByText('Add a zone or a product with its price.')).toBeTruthy()
  })
})

it('shows and takes the times of a sale in the time zone of the municipality', async () => {
  const { draft } = show({ charge: CHARGE, ticketSale: SALE }, { timeZone: 'America/Lima' })
  const begins = within(screen.getByRole('group', { name: 'Event start' }))
  const time = await begins.findByLabelText<HTMLInputElement>('Time')
  expect(time.value).toBe('16:00')
  fireEvent.change(time, { target: { value: '17:30' } })
  expect(draft().ticketSale?.eventDate).toBe('2027-01-10T22:30:00.000Z')
})

it.each([
  ['answers, and is not editable: what it sells can be changed', false],
  ['another window that edits it: nothing can be changed', true],
])('a form has %s', (_, isLocked) => {
  const locks = { ...computeEditingLocks({ answers: 1, editableForm: false }), sale: isLocked }
  show({ charge: CHARGE, ticketSale: SALE }, { locks })
  expect([field(price), field('Unit price'), field('Currency')].every(({ disabled }) => disabled === isLocked)).toBe(
    true,
  )
  const names = isLocked ? ['Add zone', 'Delete: Platea', 'Add promotion'] : ['Add zone', 'Add promotion']
  for (const name of names) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(isLocked)
})
