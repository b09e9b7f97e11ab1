// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { OrdersScreen } from './closings-screen.tsx'

const files = vi.hoisted(() => ({ writeReport: vi.fn(), writeTableCsv: vi.fn(() => 'csv') }))
vi.mock('#documents/index.ts', () => files)
beforeEach(() => {
  files.writeReport.mockReset().mockResolvedValue(ok(new Blob(['x'])))
  files.writeTableCsv.mockClear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(cleanup)

const PESO = { sign: '$', name: 'ARS' }
const SUM = { form: 'feria', title: 'Feria', isEvent: true, currency: PESO, payments: 1, refunded: 0, lost: 0 }
const REPORT = {
  timeZone: 'America/Argentina/Cordoba',
  language: 'es',
  today: '2026-11-20',
  sums: [
    { ...SUM, provider: 'desk', method: 'cash', by: 's1', cashier: 'Sofía Luna', payments: 2, received: 120_000 },
    { ...SUM, provider: 'stripe', cashier: '', received: 50_000, refunded: 60_000, lost: 500 },
    {
      ...SUM,
      form: 'tasa',
      title: '',
      provider: 'desk',
      method: 'card',
      by: 'j1',
      cashier: 'Juan Paz',
      received: 1_000,
    },
  ],
  differences: [
    {
      id: 'A'.repeat(26),
      orderId: 'K3WQ9ZT0M4XB',
      form: 'feria',
      title: 'Feria',
      kind: 'mismatch',
      amount: 700,
      currency: PESO,
    },
  ],
  moreDifferences: false,
  closings: [],
}
const CLOSED = { day: '2026-11-19', from: '2026-11-19', number: 7, at: '2026-11-19T23:00:00.000Z', by: 'Sofía Luna' }
const AFTER = { closings: [CLOSED], firstOpen: '2026-11-20' }

/** @param report undefined: offline @param after report once a day was closed */
function open(report: object | undefined, query = '?desde=2026-11-19', after = report) {
  let shown = report
  return openScreen({
    path: '/pagos',
    screen: OrdersScreen,
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: [],
    templates: [],
    address: `/pagos${query}#cierres`,
    answer: ({ path, method }) => {
      if (shown === undefined || !path.startsWith('/api/payments/closings')) return undefined
      if (method === 'GET') return Response.json(shown)
      shown = after
      return Response.json({ day: '2026-11-19', number: 7 })
    },
  })
}
/** Cells of a table of the last written report. */
function textsOf(title: string): readonly (readonly string[])[] {
  type Table = { title: string; rows: readonly { cells: readonly { text: string }[] }[] }
  const [report] = files.writeReport.mock.lastCall as [{ parts: readonly { tables: readonly Table[] }[] }]
  const tables = report.parts.flatMap((part) => part.tables).filter((table) => table.title === title)
  return tables.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)))
}
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent))

it('shows the sums of a day by form, method, cashier and provider, with refunds and disputes apart', async () => {
  const { asked } = await open(REPORT)
  await screen.findByRole('table', { name: 'By form or event' })
  expect(cellsOf('By form or event')).toEqual([
    ['Feria', '3', '$1,700.00', '$600.00', '$5.00', '$1,095.00'],
    ['tasa', '1', '$10.00', '$0.00', '$0.00', '$10.00'],
  ])
  expect(cellsOf('By payment method').map(([name, , received]) => [name, received])).toEqual([
    ['Cash', '$1,200.00'],
    ['Stripe', '$500.00'],
    ['Card at the desk', '$10.00'],
  ])
  expect(cellsOf('By cashier').map(([name]) => name)).toEqual(['Sofía Luna', 'Juan Paz'])
  expect(cellsOf('By payment provider').at(1)).toEqual(['Stripe', '1', '$500.00', '$600.00', '$5.00', '−$105.00'])
  const total = within(screen.getByRole('region', { name: 'Total' }))
  for (const text of ['4', '$1,710.00', '$600.00', '$5.00', '$1,105.00']) total.getByText(text)
  const link = screen.getByRole('link', { name: 'K3WQ9ZT0M4XB' })
  expect([link.getAttribute('href'), screen.getByText('Another amount received')]).toMatchObject([
    `/ver/${'A'.repeat(26)}#pago`,
    {},
  ])
  const query = new URL(`http://x${asked.find(({ path }) => path.includes('/closings'))?.path}`).searchParams
  expect([query.get('from'), query.get('to')]).toEqual(['2026-11-19', '2026-11-19'])
})

it('lists cashiers of the same name and forms of the same title apart', async () => {
  const [cash, , card] = REPORT.sums
  const sums = [cash, { ...card, title: 'Feria', by: 's2', cashier: 'Sofía Luna' }]
  await open({ ...REPORT, sums, moreDifferences: true })
  await screen.findByRole('table', { name: 'By form or event' })
  expect(cellsOf('By form or event').map((cells) => cells.slice(0, 2))).toEqual([
    ['Feria', '2'],
    ['Feria', '1'],
  ])
  expect(cellsOf('By cashier').map((cells) => cells.slice(0, 2))).toEqual([
    ['Sofía Luna', '2'],
    ['Sofía Luna', '1'],
  ])
  screen.getByText('There are more differences. Only those of the oldest orders are shown.')
})

it('closes the oldest open day after its effect was named, and shows that day', async () => {
  const before = { ...REPORT, firstOpen: '2026-11-17', due: '2026-11-19' }
  const { asked } = await open(before, '?desde=2026-11-20', { ...REPORT, ...AFTER })
  await screen.findByText(/^19\/11\/2026 is not closed/)
  fireEvent.click(screen.getByRole('button', { name: 'Close 19/11/2026' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/cannot be changed or reopened/)
  dialog.getByText('The closing covers the days from 17/11/2026 to 19/11/2026.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  fireEvent.click(dialog.getByRole('button', { name: 'Close 19/11/2026' }))
  await screen.findByText('19/11/2026 is closed as number 7.')
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ day: '2026-11-19' })
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path.includes('/closings?'))?.path).toMatch(/from=2026-11-19&to=2026-11-19/),
  )
})

it('closes the shown day as the first one, with all earlier money, and moves the focus to the result', async () => {
  await open(REPORT, '?desde=2026-11-19', {
    ...REPORT,
    firstOpen: '2026-11-20',
    closings: [{ ...CLOSED, from: undefined }],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Close 19/11/2026' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('This is the first closing. It also covers all payments and refunds of earlier days.')
  fireEvent.click(dialog.getByRole('button', { name: 'Close 19/11/2026' }))
  const note = await screen.findByText(/^19\/11\/2026 is closed as number 7, by/)
  expect(note.textContent).toContain('The sums are those of the whole closing: until 19/11/2026.')
  await waitFor(() => expect(document.activeElement).toBe(note.closest('[tabindex]')))
})

it('names the closing that covers an earlier day, without a button that would be refused', async () => {
  const closings = [{ ...CLOSED, from: '2026-11-16' }]
  await open({ ...REPORT, closings, firstOpen: '2026-11-20' }, '?desde=2026-11-17')
  const note = await screen.findByText(/^17\/11\/2026 is part of closing 7/)
  expect(note.textContent).toContain('(16/11/2026 – 19/11/2026), by Sofía Luna')
  expect(within(note).getByRole('link').getAttribute('href')).toMatch(/desde=2026-11-19&hasta=2026-11-19#cierres$/)
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  cleanup()
  await open({ ...REPORT, firstOpen: '2026-11-20' }, '?desde=2024-01-01')
  await screen.findByRole('table', { name: 'By cashier' })
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
})

it('shows the number of a closed day, and the closed days of a month', async () => {
  await open({ ...REPORT, ...AFTER })
  await screen.findByText(/^19\/11\/2026 is closed as number 7, by Sofía Luna/)
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Whole month' }))
  await screen.findByRole('table', { name: 'Closed days' })
  expect(cellsOf('Closed days')[0]?.slice(0, 3)).toEqual(['19/11/2026', '7', 'Sofía Luna'])
})

it('writes a PDF to sign, a workbook, and a table in the language of the municipality', async () => {
  await open({ ...REPORT, ...AFTER })
  fireEvent.click(await screen.findByRole('button', { name: 'PDF to sign' }))
  await waitFor(() => expect(files.writeReport).toHaveBeenCalledOnce())
  const pdf = JSON.stringify(files.writeReport.mock.calls[0])
  for (const text of ['Closing 7: 19/11/2026', 'Signature', 'By cashier', 'K3WQ9ZT0M4XB', '"value":1095'])
    expect(pdf).toContain(text)
  const total = [['ARS', '4', '$1,710.00', '$600.00', '$5.00', '$1,105.00']]
  expect(textsOf('Total')).toEqual(total)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' }).hasAttribute('disabled')).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files.writeTableCsv).toHaveBeenCalledOnce())
  const [rows, language] = files.writeTableCsv.mock.calls[0] as unknown as [readonly unknown[][], string]
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export XLSX' }).hasAttribute('disabled')).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Export XLSX' }))
  await waitFor(() => expect(files.writeReport).toHaveBeenCalledTimes(2))
  expect(textsOf('By cashier').map((cells) => cells.slice(0, 2))).toEqual([
    ['Sofía Luna', 'ARS'],
    ['Juan Paz', 'ARS'],
  ])
  expect([rows[2], language]).toEqual([['Feria', 'Stripe', '', 'ARS', '1', 50_000, 60_000, 500, -10_500], 'es'])
})

it('does not push towards closing a day that has not ended', async () => {
  await open({ ...REPORT, firstOpen: '2026-11-20' }, '?desde=2026-11-20')
  const note = await screen.findByText(/^20\/11\/2026 has not ended\. Close it after the last payment of the day\./)
  expect(note.closest('[data-tone]')?.getAttribute('data-tone')).toBe('quiet')
})

it('says on which day money after a closing counts, on the closed day and on that day', async () => {
  const closings = [{ ...CLOSED, day: '2026-11-20', from: '2026-11-20' }]
  await open({ ...REPORT, closings, firstOpen: '2026-11-21' }, '?desde=2026-11-20')
  const note = await screen.findByText(/^20\/11\/2026 is closed as number 7/)
  expect(note.textContent).toContain('Money received or refunded after the closing counts on 21/11/2026.')
  cleanup()
  await open({ ...REPORT, firstOpen: '2026-11-21' }, '?desde=2026-11-21')
  await screen.findByText(/^20\/11\/2026 is already closed\. Money received .* counts on 21\/11\/2026\.$/)
})

it('names the money of a cancelled event by its cause', async () => {
  const [difference] = REPORT.differences
  await open({ ...REPORT, differences: [{ ...difference, kind: 'surplus', isEventCancelled: true }] })
  await screen.findByText('Event cancelled, to be given back at the desk')
  expect(screen.queryByText('Overpaid')).toBeNull()
})

it('writes that nothing happened into the PDF', async () => {
  await open({ ...REPORT, sums: [], differences: [] })
  fireEvent.click(await screen.findByRole('button', { name: 'PDF to sign' }))
  await waitFor(() => expect(files.writeReport).toHaveBeenCalledOnce())
  const [report] = files.writeReport.mock.lastCall as [{ parts: readonly { tables: readonly object[] }[] }]
  expect(report.parts[0]?.tables).toEqual([
    { title: 'Total', notes: ['No money was received or returned in this period.'], heads: [], rows: [] },
  ])
})

it('says that nothing happened, or that it needs a connection', async () => {
  await open({ ...REPORT, sums: [], differences: [] })
  await screen.findByText('No money was received or returned in this period.')
  screen.getByText('No differences with the payment providers have been found.')
  cleanup()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open(undefined)
  await screen.findByText('Connect to the internet to see the closings.')
})
