// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import type { HistoryState } from '@tanstack/react-router'
import { EventScreen } from './event-screen.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const FORM = buildTicketForm().id
const zone = (number: number, name: string, sold: number, kept: number) => {
  return { zone: number, name, places: 100, sold, held: 3, left: 97 - sold, used: 2, kept }
}
const SALES = {
  title: 'Concierto',
  version: 1,
  buyers: { holders: 0, paid: 0, kept: 0, refunds: 0, refunded: 0, disputed: 0, atDesk: 0 },
  failedEmails: 0,
  eventDate: '2027-01-10T21:00:00.000Z',
  address: 'Teatro Municipal',
  isTest: false,
  currency: { sign: '$', name: 'ARS' },
  timeZone: 'America/Argentina/Cordoba',
  zones: [zone(7, 'Platea', 20, 900_000), zone(2, 'Campo', 10, 50_000)],
  days: [
    { zone: 7, name: 'Platea', day: '2026-12-01', received: 1_000_000, returned: 100_000 },
    { zone: 2, name: 'Campo', day: '2026-11-30', received: 50_000, returned: 0 },
    { zone: 2, name: 'Campo', day: '2026-11-29', received: 10_000, returned: 25_000 },
  ],
}
const GUESTS = {
  title: 'Concierto',
  guests: [
    { name: 'Ana Paz', zone: 'Platea', quantity: 2, used: 1 },
    { name: 'Bruno Díaz', zone: 'Campo', quantity: 1, used: 0 },
  ],
  unlisted: { blocked: 0, refunded: 0 },
}

async function open(
  role: Role,
  part = '',
  reply: object = SALES,
  { state = {}, forms = [] }: { readonly state?: HistoryState; readonly forms?: readonly FormTemplate[] } = {},
) {
  const asked: string[] = []
  await openScreen({
    path: '/eventos/$formulario/{-$parte}',
    address: `/eventos/${FORM}${part}`,
    state,
    screen: EventScreen,
    role,
    areas: [],
    templates: forms,
    answer: ({ path }) => {
      asked.push(path)
      return Response.json(reply)
    },
  })
  return asked
}
const rows = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent.replaceAll('\u{a0}', ' ')),
    )

it('names the event in the language of the reader', async () => {
  const form = { ...buildTicketForm(), titulo: 'Concierto', tituloAlternativeLanguage_en: 'Concert' } as never
  await open('ROLE_TESORERIA', '', SALES, { forms: [form] })
  await screen.findByRole('heading', { name: 'Sales of Concert' })
})

it('shows seats and revenue by zone with their total, and the money of each day', async () => {
  await open('ROLE_TESORERIA')
  await screen.findByRole('heading', { name: 'Sales of Concierto' })
  expect(
    within(screen.getByRole('table', { name: 'By zone' })).getByRole('columnheader', { name: 'Seats' }),
  ).toBeTruthy()
  const [first, , total] = rows('By zone')
  expect(first?.slice(-6, -1)).toEqual(['100', '20', '3', '77', '2'])
  expect(total?.slice(-6, -1)).toEqual(['200', '30', '6', '164', '4'])
  expect([first?.at(-1), total?.at(-1)]).toEqual([expect.stringContaining('9,000'), expect.stringContaining('9,500')])
  const days = rows('Money by day and zone')
  expect(days.map((cells) => cells.at(-1))).toEqual(['$9,000.00', '$500.00', '−$150.00'])
  expect(screen.getByText('01/12/2026')).toBeTruthy()
  // The treasury operates no doors.
  expect(screen.queryByRole('link', { name: 'Ticket holders' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Ticket check' })).toBeNull()
})

it.each([
  [{}, 'Answers', `/respuestas/listado/${FORM}`],
  [{ orders: { municipio: 'MVD' } }, 'Back', '/pagos?municipio=MVD#eventos'],
])('leads back where staff came from: %j', async (state, name, href) => {
  await open('ROLE_TESORERIA', '', SALES, { state })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

it('says when the money is not real', async () => {
  await open('ROLE_SUPERVISOR', '', { ...SALES, isTest: true, days: [] })
  expect(await screen.findByText(/^This sale only accepts test payments/)).toBeTruthy()
  expect(screen.getByText('No payments yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ticket holders' }).getAttribute('href')).toBe(`/eventos/${FORM}/personas`)
})

it('lists ticket holders by name for staff at the door, without asking for money, and prints them', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const asked = await open('ROLE_INSPECTOR', '', GUESTS)
  await screen.findByRole('heading', { name: 'Ticket holders' })
  screen.getByText(/Concierto/)
  expect(screen.getByText(/^3 people/).textContent).toBe('3 people · 1 entered')
  expect(rows('Ticket holders').map((cells) => cells.slice(-3))).toEqual([
    ['Platea', '2', '1'],
    ['Campo', '1', '0'],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(asked.filter((path) => path.includes('/events/'))).toEqual([`/api/events/${FORM}/guests`])
})

it('counts the sold tickets that are not listed', async () => {
  await open('ROLE_INSPECTOR', '', { ...GUESTS, unlisted: { blocked: 1, refunded: 2 } })
  const text = '3 people · 1 entered · Not listed: 1 blocked ticket · Not listed: 2 refunded tickets'
  expect((await screen.findByText(/^3 people/)).textContent).toBe(text)
})

it.each(['/eventos/..%2F', `/eventos/${FORM}`])('leads on from an event that does not exist, %s', async (address) => {
  await openScreen({
    path: '/eventos/$formulario/{-$parte}',
    address,
    screen: EventScreen,
    role: 'ROLE_TESORERIA',
    areas: [],
    templates: [],
    answer: () => Response.json({ error: { code: 'template.missing' } }, { status: 404 }),
  })
  await screen.findByText('It may not exist, or you may not have access to it.')
  expect(screen.getByRole('link', { name: 'Back to the forms' }).getAttribute('href')).toBe('/listar')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sales of the event')
})
