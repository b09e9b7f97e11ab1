// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok, templateIdSchema } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { OrdersScreen } from './closings-screen.tsx'
import { countOrderFilters } from './orders-filters.tsx'

const files = vi.hoisted(() => ({ writeReport: vi.fn(), writeTableCsv: vi.fn(() => 'csv') }))
vi.mock('#documents/index.ts', () => files)
beforeEach(() => {
  files.writeReport.mockReset().mockResolvedValue(ok(new Blob(['x'])))
  files.writeTableCsv.mockClear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(cleanup)

const ORDER = {
  id: 'A'.repeat(26),
  orderId: 'K3WQ9ZT0M4XB',
  code: 'VSE-2026-7',
  fullName: 'Bruno Díaz',
  dni: '22333444',
  form: 'feria',
  title: 'Feria de abril',
  sectionName: 'Platea',
  amount: 113_500,
  currency: { sign: '$', name: 'ARS' },
  mode: 'live',
  state: 'paid',
  method: 'cash',
  cashier: 'Sofía Luna',
  tendered: 120_000,
  voucher: '004-1187',
  at: '2026-11-20T15:30:00.000Z',
}
const OTHER = { ...ORDER, id: 'B'.repeat(26), orderId: 'B3WQ9ZT0M4XB', method: null, cashier: '', tendered: undefined }
const STATES = ['refunded-part', 'disputed'].map((state, index) => ({
  ...OTHER,
  id: String(index).repeat(26),
  orderId: `${index}3WQ9ZT0M4XB`,
  state,
}))

type Setting = Partial<Pick<Parameters<typeof openScreen>[0], 'phone' | 'role' | 'areas' | 'templates' | 'profile'>>

function open(reply: ((path: string) => object) | null, query = '', setting: Setting = {}) {
  return openScreen({
    path: '/pagos',
    screen: OrdersScreen,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    ...setting,
    address: `/pagos${query}`,
    answer: ({ path }) =>
      reply !== null && path.startsWith('/api/payments/orders') ? Response.json(reply(path)) : undefined,
  })
}

it('lists orders with payer, form, amount, state, method, cashier and date, and opens the payment of one', async () => {
  await open(() => ({ orders: [ORDER, ...STATES] }))
  const row = (await screen.findByText('K3WQ9ZT0M4XB')).closest('tr')
  const cells = within(row as HTMLElement)
  for (const text of ['Bruno Díaz', '22333444', 'Feria de abril · Platea', 'Paid', 'Cash', '004-1187', 'Sofía Luna'])
    expect(cells.getByText(text)).toBeTruthy()
  expect(cells.getByText(/1,135\.00/)).toBeTruthy()
  expect(cells.getByText(/^Change: .*65\.00/)).toBeTruthy()
  const table = within(screen.getByRole('table'))
  expect([table.getByText('Partly refunded'), table.getByText('Disputed')]).toHaveLength(2)
  const link = screen.getByRole('link', { name: 'Open order K3WQ9ZT0M4XB of answer VSE-2026-7' })
  expect(link.getAttribute('href')).toBe(`/ver/${'A'.repeat(26)}#pago`)
})

it('keeps search, filters and order in the address, and sends them to the server', async () => {
  const { asked } = await open(() => ({ orders: [ORDER] }), '?estado=paid&orden=highest&formulario=feria')
  await screen.findByText('K3WQ9ZT0M4XB')
  fireEvent.change(screen.getByLabelText('Number, payer, ID number, reference, amount or answer code'), {
    target: { value: 'Bruno' },
  })
  fireEvent.change(screen.getByLabelText('Payment method'), { target: { value: 'cash' } })
  await waitFor(() => {
    const last = new URL(`http://x${asked.findLast(({ path }) => path.includes('/payments/orders'))?.path}`)
      .searchParams
    expect(Object.fromEntries(last)).toMatchObject({
      state: 'paid',
      sort: 'highest',
      form: 'feria',
      method: 'cash',
      search: 'Bruno',
    })
  })
})

it('folds the filters on a phone, except for the search, and counts the active filters', async () => {
  await open(() => ({ orders: [ORDER] }), '?estado=paid&desde=2026-11-01&orden=highest&buscar=Bruno', { phone: true })
  await screen.findByText('K3WQ9ZT0M4XB')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'Bruno')
  expect(screen.queryByLabelText('Payment method')).toBeNull()
  const button = screen.getByRole('button', { name: 'Filters (2)' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(screen.getByLabelText('Payment method')).toBeTruthy()
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

it('counts the municipality as a filter only if it is not the own one', async () => {
  const button = async (path: string) => {
    cleanup()
    await open(() => ({ orders: [] }), `?municipio=${encodeURIComponent(path)}`, { phone: true })
    return (await screen.findByRole('button', { name: /^Filters/ })).textContent
  }
  expect(await button('paises/AR/provincias/cordoba/municipios/villa-serena')).toBe('Filters')
  expect(await button('paises/AR/provincias/cordoba/municipios/otra')).toBe('Filters (1)')
  expect(await screen.findByText('No orders match these filters.')).toBeTruthy()
  expect(await button('otra')).toBe('Filters')
})

it('leads to the closings of the same municipality', async () => {
  const path = 'paises/AR/provincias/cordoba/municipios/otra'
  await open(() => ({ orders: [] }), `?municipio=${encodeURIComponent(path)}`, { role: 'ROLE_TESORERIA' })
  const link = await screen.findByRole('link', { name: 'Closings' })
  const url = new URL(link.getAttribute('href') ?? '', 'http://x')
  expect([url.searchParams.get('municipio'), url.hash]).toEqual([path, '#cierres'])
})

it('leads from the code of an answer without an order to its payment', async () => {
  await open(() => ({ orders: [], unpaidAnswers: [{ id: 'C'.repeat(26), code: 'MVD433' }] }), '?buscar=MVD433')
  expect(await screen.findByText('Answer MVD433 has no order yet.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open answer MVD433 to take its payment' })
  expect(link.getAttribute('href')).toBe(`/ver/${'C'.repeat(26)}#pago`)
})

it('says that there are none, or none of these filters', async () => {
  await open(() => ({ orders: [] }))
  expect(await screen.findByText('No orders yet.')).toBeTruthy()
  cleanup()
  await open(() => ({ orders: [] }), '?estado=disputed')
  expect(await screen.findByText('No orders match these filters.')).toBeTruthy()
})

it('says up to where it searched, and among which orders it sorted', async () => {
  await open(() => ({ orders: [], lookedUpTo: '2026-11-20T15:30:00.000Z', next: 'x' }), '?buscar=nadie')
  expect(await screen.findByText(/Searched back to .*Go to the next page/)).toBeTruthy()
  cleanup()
  await open(() => ({ orders: [ORDER], lookedUpTo: '2026-11-20T15:30:00.000Z' }), '?orden=lowest')
  expect(await screen.findByText(/Only the orders since/)).toBeTruthy()
})

it('says offline that the orders need a connection, and shows a refusal', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open(null)
  expect(await screen.findByText('Connect to the internet to see the orders.')).toBeTruthy()
})

it('exports all filtered orders as a table or a workbook, with amounts as numbers', async () => {
  const orders = [ORDER, { ...ORDER, refunded: 20_000 }]
  const { asked } = await open(() => ({ orders, language: 'es', timeZone: 'America/Noronha' }), '?estado=paid')
  await screen.findByText(/^Refunded: .*200\.00/)
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files.writeTableCsv).toHaveBeenCalledOnce())
  const [rows, language] = files.writeTableCsv.mock.calls[0] as unknown as [
    readonly (readonly (string | number)[])[],
    string,
  ]
  expect([language, rows[1]?.[15]]).toEqual(['es', '20/11/2026 13:30'])
  expect(rows[0]?.slice(0, 3)).toEqual(['Order number', 'Code of the answer', 'Payer'])
  expect(rows.map((row) => row[7])).toEqual(['Refunded', '', 20_000])
  expect(rows[1]?.slice(0, 15)).toEqual([
    'K3WQ9ZT0M4XB',
    'VSE-2026-7',
    'Bruno Díaz',
    '22333444',
    'Feria de abril',
    'Platea',
    113_500,
    '',
    'ARS',
    'Paid',
    'Cash',
    'Sofía Luna',
    120_000,
    6_500,
    '004-1187',
  ])
  expect(asked.find(({ path }) => path.endsWith('/export'))?.body).toMatchObject({ sought: { state: 'paid' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export XLSX' }).hasAttribute('disabled')).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Export XLSX' }))
  await waitFor(() => expect(files.writeReport).toHaveBeenCalledOnce())
  const workbook = JSON.stringify(files.writeReport.mock.calls[0])
  for (const cell of ['"value":1135', '"at":"2026-11-20T13:30"']) expect(workbook).toContain(cell)
})

it.each([
  ['newest', [300, 100, 200]],
  ['oldest', [200, 100, 300]],
  ['highest', [300, 200, 100]],
  ['lowest', [100, 200, 300]],
])('exports the orders sorted as on screen: %s', async (sort, amounts) => {
  const orders = [300, 100, 200].map((amount, at) => ({ ...ORDER, id: String(at).repeat(26), amount }))
  await open(() => ({ orders, language: 'es', timeZone: 'UTC' }), `?orden=${sort}`)
  await screen.findAllByText('K3WQ9ZT0M4XB')
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files.writeTableCsv).toHaveBeenCalledOnce())
  const [rows] = files.writeTableCsv.mock.calls[0] as unknown as [readonly (readonly unknown[])[]]
  expect(rows.slice(1).map((row) => row[6])).toEqual(amounts)
})

it('shows and filters dates in the time zone of the municipality', async () => {
  const profile = { municipality: { ...AUTHOR_PROFILE.municipality, timeZone: 'Asia/Tokyo' } }
  const { asked } = await open(() => ({ orders: [ORDER] }), '?desde=2026-11-21&hasta=2026-11-21', { profile })
  expect(await screen.findByText('21/11/2026 00:30')).toBeTruthy()
  const { searchParams } = new URL(`https://x${asked.find(({ path }) => path.includes('/orders'))?.path ?? ''}`)
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
    '2026-11-20T15:00:00.000Z',
    '2026-11-21T14:59:59.999Z',
  ])
})

it.each([
  ['the own one', {}, 'paises/AR/provincias/x/municipios/y', 0],
  ['none of their own', {}, undefined, 0],
  ['none of their own, and a chosen state', { estado: 'paid' }, undefined, 1],
  ['a chosen one', { municipio: 'paises/AR/provincias/x/municipios/y' }, undefined, 1],
] as const)('counts as filters what users chose: municipality %s', (_, address, own, count) => {
  const municipality = 'municipio' in address ? address.municipio : (own ?? '')
  expect(countOrderFilters(address, { municipality }, own)).toBe(count)
})

const AREAS = [{ path: AREA, nombre: 'Cultura', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const eventOf = (id: string, change: object): FormTemplate => ({
  ...buildTicketForm(),
  ...change,
  id: templateIdSchema.parse(id),
})
const EVENT = eventOf('carnaval', { titulo: 'Noche de carnaval', tituloAlternativeLanguage_en: 'Carnival night' })

it('names the form of an order in the language of the filter, and an earlier title as it was', async () => {
  const orders = [
    { ...ORDER, form: 'carnaval', title: 'Noche de carnaval' },
    { ...STATES[0], form: 'carnaval', title: 'Carnaval 2026' },
  ]
  await open(() => ({ orders }), '', { areas: AREAS, templates: [EVENT] })
  expect(await screen.findByText('Carnival night · Platea')).toBeTruthy()
  expect(screen.getByText('Carnaval 2026 · Platea')).toBeTruthy()
  expect(await screen.findByRole('option', { name: 'Carnival night' })).toBeTruthy()
})

it('leads to the sales of the events that the user may see, cancelled ones included', async () => {
  const { ticketSale } = EVENT
  const past = { ...ticketSale, eventDate: '2026-10-01T21:00:00.000Z', cancelled: '2026-09-01T21:00:00.000Z' }
  const templates = [
    EVENT,
    eventOf('teatro', { titulo: 'Teatro', ticketSale: past }),
    eventOf('feria', { titulo: 'Feria', ticketSale: { ...ticketSale, productType: 'product' } }),
  ]
  await open(() => ({ orders: [] }), '', { role: 'ROLE_TESORERIA', areas: AREAS, templates })
  fireEvent.click(await screen.findByRole('link', { name: 'Events' }))
  const table = await screen.findByRole('table', { name: 'Events' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/eventos/carnaval',
    '/eventos/teatro',
  ])
  expect(rows.map((row) => within(row).queryByText('Cancelled') !== null)).toEqual([false, true])
  expect(within(table).getByText('Carnival night')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Payment orders' }))
  expect(await screen.findByText('No orders yet.')).toBeTruthy()
})

it('lists only the events of the municipality on screen, and keeps it', async () => {
  const other = `?municipio=${encodeURIComponent('paises/AR/provincias/cordoba/municipios/otra')}`
  await open(() => ({ orders: [] }), other, { role: 'ROLE_TESORERIA', areas: AREAS, templates: [EVENT] })
  fireEvent.click(await screen.findByRole('link', { name: 'Events' }))
  expect(await screen.findByText('No events yet.')).toBeTruthy()
  const href = screen.getByRole('link', { name: 'Payment orders' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(href)).toContain('municipios/otra')
})

it('says that there are no events', async () => {
  await open(() => ({ orders: [] }), '#eventos')
  expect(await screen.findByText('No events yet.')).toBeTruthy()
})
