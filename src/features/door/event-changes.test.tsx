// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { EventScreen } from './event-screen.tsx'

afterEach(cleanup)

const FORM = buildTicketForm().id
const SALES = {
  title: 'Concierto',
  version: 4,
  eventDate: '2027-01-10T21:00:00.000Z',
  address: 'Teatro Municipal',
  isTest: false,
  currency: { sign: '$', name: 'ARS' },
  timeZone: 'America/Argentina/Cordoba',
  zones: [],
  days: [],
  buyers: { holders: 3, paid: 3, kept: 1_800_000, refunds: 2, refunded: 1_000_000, disputed: 300_000, atDesk: 500_000 },
  failedEmails: 0,
}
const COUNTS = { waiting: 0, refunding: 0, failed: 0, disputed: 0, desk: 0, done: 0 }
const order = (number: number, change: object) => {
  return { order: String(number).repeat(26), orderId: `ORDER${number}`, name: `Ana ${number}`, ...change }
}
const cancelled = (change: object) => ({
  ...SALES,
  cancellation: { at: '2026-12-01T12:00:00.000Z', isRunning: false, counts: COUNTS, open: [], ...change },
})

async function open(role: Role, sales: object = SALES, refusal?: string) {
  const sent: SentRequest[] = []
  await openScreen({
    path: '/eventos/$formulario/{-$parte}',
    address: `/eventos/${FORM}`,
    screen: EventScreen,
    role,
    areas: [],
    templates: [],
    answer: (asked) => {
      if (!asked.path.includes('/events/')) return Response.json({})
      if (asked.method !== 'POST') return Response.json(sales)
      sent.push(asked)
      return refusal === undefined
        ? new Response(null, { status: 204 })
        : Response.json({ error: { code: refusal } }, { status: 409 })
    },
  })
  await screen.findByRole('heading', { name: 'Sales of Concierto' })
  return sent
}
const button = (name: string) => screen.queryByRole('button', { name })

it.each<[Role, boolean, boolean]>([
  ['ROLE_ADMIN', true, true],
  ['ROLE_SUPERVISOR_ELEVADO', true, true],
  ['ROLE_SUPERVISOR', true, false],
  ['ROLE_TESORERIA', false, false],
])('%s is offered a change of date: %s, and a cancellation: %s', async (role, moves, cancels) => {
  await open(role)
  expect([button('Change the date') !== null, button('Cancel the event') !== null]).toEqual([moves, cancels])
  // Other users see who can.
  const hints = [
    /can change the date of this event here/,
    /Only a senior supervisor or an administrator can cancel the event/,
  ]
  expect(hints.map((text) => screen.queryByText(text) === null)).toEqual([moves, cancels])
})

it('changes the date once another one was chosen, and names who gets an e-mail', async () => {
  const sent = await open('ROLE_SUPERVISOR')
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('The holders of 3 orders get an e-mail with the old and the new date.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change the date and notify' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Enter another date.')
  const [start] = await within(dialog).findAllByLabelText('Time')
  if (start === undefined) throw new Error('No field')
  fireEvent.change(start, { target: { value: '20:30' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change the date and notify' }))
  await screen.findByText('The event has a new date.')
  // 20:30 in Catamarca, the time zone of the tests.
  expect(sent).toMatchObject([
    { path: `/api/events/${FORM}/move`, body: { version: 4, eventDate: '2027-01-10T23:30:00.000Z' } },
  ])
})

it.each([
  ['of its municipality', 'America/Lima', '16:00', '2027-01-11T01:30:00.000Z'],
  ['UTC, for a browser that does not know its zone', 'Mars/Olympus', '21:00', '2027-01-10T20:30:00.000Z'],
])('shows and takes the times of an event in the time zone %s', async (_, timeZone, time, eventDate) => {
  const sent = await open('ROLE_SUPERVISOR', { ...SALES, timeZone })
  // 18:00 in the time zone of the tests.
  screen.getByText(`10/01/2027 ${time} · Teatro Municipal`)
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(`Now: 10/01/2027 ${time}`)
  const [start] = await within(dialog).findAllByLabelText<HTMLInputElement>('Time')
  if (start === undefined) throw new Error('No field')
  expect(start.value).toBe(time)
  fireEvent.change(start, { target: { value: '20:30' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change the date and notify' }))
  await screen.findByText('The event has a new date.')
  expect(sent).toMatchObject([{ body: { eventDate } }])
})

it.each([
  ['sale.dates', /^The new start must be in the future/],
  ['template.conflict', /^Someone else has changed the form/],
  ['payment.event-cancelled', /^This event was cancelled/],
])('says why a date was refused: %s', async (code, text) => {
  await open('ROLE_ADMIN', SALES, code)
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }))
  const dialog = await screen.findByRole('dialog')
  const [start] = await within(dialog).findAllByLabelText('Time')
  if (start === undefined) throw new Error('No field')
  fireEvent.change(start, { target: { value: '20:30' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change the date and notify' }))
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(text)
})

it('cancels after it has named the orders, their sum, and what the desk must give back', async () => {
  const sent = await open('ROLE_ADMIN')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the event' }))
  const dialog = await screen.findByRole('dialog')
  const text = dialog.textContent.replaceAll('\u{a0}', ' ')
  expect(text).toMatch(/2 orders are refunded: \$ ?10,000(\.00)? in total\./)
  expect(text).toMatch(/\$ ?5,000(\.00)? must be refunded at the desk by hand/)
  expect(text).toMatch(/\$ ?3,000(\.00)? is in dispute/)
  expect(sent).toEqual([])
  expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull()
  within(dialog).getByRole('button', { name: 'Keep the event' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel the event and refund' }))
  await screen.findByText('The event was cancelled. Its orders are being refunded.')
  expect(sent).toMatchObject([{ method: 'POST', path: `/api/events/${FORM}/cancel` }])
})

it('shows how far a cancellation is, what staff have to settle, and offers to repeat what failed', async () => {
  const sales = cancelled({
    counts: { ...COUNTS, done: 5, failed: 1, desk: 1, disputed: 1 },
    open: [
      order(1, { state: 'failed', amount: 100_000, problem: { code: 'payment.failed' } }),
      order(2, { state: 'desk', amount: 200_000 }),
      order(3, { state: 'disputed', amount: 300_000 }),
    ],
  })
  const sent = await open('ROLE_TESORERIA', { ...sales, failedEmails: 2 })
  expect(screen.getByText('Paid orders settled: 5 of 8.')).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Orders to settle' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/ORDER1.*Ana 1.*payment provider/),
    expect.stringMatching(/ORDER2.*Give back at the desk/),
    expect.stringMatching(/ORDER3.*Wait until the dispute is decided/),
  ])
  expect(
    within(rows[0] ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/ver/${'1'.repeat(26)}`)
  expect(screen.getByText(/1 refund failed\./).textContent).toContain('2 e-mails could not be sent.')
  expect([button('Change the date'), button('Cancel the event')]).toEqual([null, null])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('It will be retried within a minute.')
  expect(sent).toMatchObject([{ path: `/api/events/${FORM}/cancel` }])
})

it('offers to go on when orders were not reached and the job has ended', async () => {
  const sent = await open('ROLE_TESORERIA', cancelled({ counts: { ...COUNTS, waiting: 3, done: 1 } }))
  expect(screen.getByText(/Not processed yet: 3\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('It will be retried within a minute.')
  expect(sent).toMatchObject([{ path: `/api/events/${FORM}/cancel` }])
})

it('offers no repetition while all goes well, nor to staff who may not refund', async () => {
  await open('ROLE_ADMIN', cancelled({ isRunning: true, counts: { ...COUNTS, waiting: 3, refunding: 1 } }))
  expect(screen.getByText('Paid orders settled: 0 of 4.')).toBeTruthy()
  expect(button('Try again')).toBeNull()
  cleanup()
  await open('ROLE_SUPERVISOR', cancelled({ counts: { ...COUNTS, failed: 1 } }))
  expect(button('Try again')).toBeNull()
})

it('shows how far the e-mails about a new date are', async () => {
  await open('ROLE_SUPERVISOR', { ...SALES, moving: { done: 200, of: 450 }, failedEmails: 1 })
  expect(screen.getByText('E-mails about the new date are being sent. Orders: 200 of 450.')).toBeTruthy()
  expect(screen.getByText('1 e-mail could not be sent.')).toBeTruthy()
})
