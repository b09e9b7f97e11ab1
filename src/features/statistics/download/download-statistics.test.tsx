// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Report } from '#documents/pdf/index.ts'
import { ok } from '#domain/kernel/index.ts'
import type { MoneyStatistics, ReadyStatistics } from '#domain/statistics/index.ts'
import type { Role } from '#domain/users/index.ts'
import { AREA, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { StatisticsScreen } from '../statistics-screen.tsx'

const { writeReport } = vi.hoisted(() => ({ writeReport: vi.fn() }))
vi.mock('#documents/index.ts', () => ({ writeReport }))
afterEach(cleanup)
beforeEach(() => writeReport.mockReset().mockResolvedValue(ok(new Blob(['file']))))

const SUM = { payments: 2, received: 150_000, refunded: 170_000, lost: 500 }
const MONEY: MoneyStatistics = {
  at: NOW,
  timeZone: 'America/Argentina/Catamarca',
  masked: false,
  currencies: [
    {
      currency: { sign: '$', name: 'ARS' },
      total: SUM,
      days: [{ day: '2026-11-20', ...SUM }],
      zones: [{ zone: 7, name: 'Platea', ...SUM }],
      areas: [{ path: AREA, nombre: 'Inspección', ...SUM }],
      questions: [
        {
          key: 'especie',
          options: [
            { key: 'a1', ...SUM },
            { key: 'none', payments: 1, received: 700, refunded: 0, lost: 0 },
            { key: '', payments: 1, received: 300, refunded: 0, lost: 0 },
          ],
        },
      ],
    },
  ],
}
const FORM = buildTemplate({ areas: [AREA], municipioInfo: { nombre: 'Tafí Viejo' } })
const CARD = { answers: 9, authors: 2, withCitizen: 0, located: 0, first: NOW, last: NOW }

function statistics(answers: number, jacarandas: number, change: Partial<ReadyStatistics> = {}): ReadyStatistics {
  const asked = { asked: answers, answered: answers, unanswered: 0, notAsked: 0, absent: 0, corrected: 0 }
  return {
    status: 'ready',
    form: { id: FORM.id, titulo: 'Arbolado', descripcion: '', states: [], areas: [], version: 1 },
    at: NOW,
    timeZone: 'America/Argentina/Catamarca',
    masked: false,
    own: false,
    all: { ...CARD, answers: 99 },
    found: { ...CARD, answers },
    hours: Array.from({ length: 24 }, () => 0),
    days: [],
    areas: [],
    authors: [],
    states: [],
    sections: [
      {
        key: 's',
        titulo: 'Árbol',
        rows: null,
        questions: [
          {
            key: 'especie',
            titulo: 'Especie',
            condition: null,
            part: null,
            kind: 'options',
            figures: {
              ...asked,
              files: { imagen: 0, documento: 0, video: 0 },
              kind: 'options',
              of: 'radio',
              several: false,
              options: [{ key: 'a1', texto: 'Jacarandá', count: jacarandas }],
            },
          },
          { key: 'poda', titulo: 'Poda', condition: null, part: null, kind: 'options' },
        ],
      },
    ],
    ...change,
  }
}

async function openAt(
  search: string,
  change: Partial<ReadyStatistics> = {},
  { phone = false, role = 'ROLE_SUPERVISOR' as Role, money = () => Response.json(MONEY) as Response | undefined } = {},
) {
  return openScreen({
    phone,
    path: '/estadisticas/$id',
    address: `/estadisticas/${FORM.id}${search}`,
    screen: () => (
      <StatisticsScreen
        slots={{ filterOf: () => ({}), filters: ({ quick }) => <search>{quick}</search>, map: () => null }}
      />
    ),
    role,
    areas: [],
    templates: [FORM],
    answer: ({ path }) => {
      if (path.includes('/money')) return money()
      return path.startsWith('/api/statistics/')
        ? Response.json(path.includes('2026-10-') ? statistics(4, 3) : statistics(9, 6, change))
        : undefined
    },
  })
}

async function writtenReport(): Promise<Report> {
  await waitFor(() => expect(writeReport).toHaveBeenCalledOnce())
  return (writeReport.mock.calls as unknown as [[Report]])[0][0]
}

async function writtenWorkbook(): Promise<Report> {
  const button = () => screen.getByRole('button', { name: 'Download workbook (XLSX)' })
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false), { timeout: 5_000 })
  fireEvent.click(button())
  return writtenReport()
}

async function reportAt(search: string, change: Partial<ReadyStatistics> = {}): Promise<Report> {
  await openAt(search, change)
  return writtenWorkbook()
}

const tableIn = (report: Report, title: string) =>
  report.parts.flatMap(({ tables }) => tables).find((table) => table.title === title)

it('takes along what the figures are compared with', async () => {
  const report = await reportAt('?desde=2026-11-01&hasta=2026-11-30&comparar=si')
  expect(report.lines).toContain('Compared with 01/10/2026 – 31/10/2026')
  const table = tableIn(report, 'Especie')
  expect(table?.heads.slice(1)).toEqual([
    '01/11/2026 – 30/11/2026',
    'Percentage',
    '01/10/2026 – 31/10/2026',
    'Percentage',
    'Difference',
  ])
  expect(table?.rows[0]?.cells.map(({ text }) => text)).toEqual(['Jacarandá', '6', '66.7%', '3', '75%', '+100%'])
  expect(tableIn(report, 'Totals')?.rows[0]?.cells.map(({ text }) => text)).toEqual(['Answers', '9', '4', '99'])
})

it('counts the photos of a question without text, not its answers', async () => {
  const asked = { asked: 3, answered: 0, unanswered: 3, notAsked: 0, absent: 0, corrected: 0 }
  const figures = { ...asked, files: { imagen: 3, documento: 0, video: 0 }, kind: 'files' as const }
  const photo = { key: 'f', titulo: 'Fachada', condition: null, part: null, kind: 'files' as const, figures }
  const report = await reportAt('', { sections: [{ key: 's', titulo: 'Local', rows: null, questions: [photo] }] })
  expect(tableIn(report, 'Fachada')?.notes).toEqual(['Times asked: 3'])
  await screen.findByText('Times asked: 3')
  screen.getByText('3 with photos')
  expect(screen.queryByText(/0 of 3 answered/)).toBeNull()
})

it('names the city of the form, not of its reader', async () => {
  const report = await reportAt('?desde=2026-11-01&hasta=2026-11-30')
  expect(report.municipality).toBe('Tafí Viejo')
  expect(tableIn(report, 'Especie')?.heads.slice(1)).toEqual(['Count', 'Percentage'])
})

it('prints the questions that are chosen, remembers them for the next PDF, and leaves out empty hours', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 7 : Number(hour === 14) * 2))
  await openAt('?desde=2026-11-01&hasta=2026-11-30', { hours })
  const pdf = () => screen.getByRole('button', { name: 'Download PDF' })
  await waitFor(() => expect(pdf().hasAttribute('disabled')).toBe(false), { timeout: 5_000 })
  fireEvent.click(pdf())
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Especie' }))
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF (2 of 3)' }))
  const report = await writtenReport()
  expect(report.lines).toContain('Chosen tables: 2 of 3')
  expect(tableIn(report, 'Especie')).toBeUndefined()
  const table = tableIn(report, 'Answers by hour of the day')
  expect(table?.rows.map(({ cells }) => cells.slice(0, 2).map(({ text }) => text))).toEqual([
    ['09:00', '7'],
    ['14:00', '2'],
  ])
  expect(table?.notes).toEqual(['Rows without answers are left out.'])
  fireEvent.click(pdf())
  const again = await screen.findByRole('checkbox', { name: 'Especie' })
  expect((again as HTMLInputElement).checked).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.getByRole('button', { name: 'Download PDF (0 of 3)' }).hasAttribute('disabled')).toBe(true)
})

it('has a comparison on paper with its shares beside the counts, and each period on one line', async () => {
  await openAt('?desde=2026-11-01&hasta=2026-11-30&comparar=si')
  const pdf = () => screen.getByRole('button', { name: 'Download PDF' })
  await waitFor(() => expect(pdf().hasAttribute('disabled')).toBe(false), { timeout: 5_000 })
  fireEvent.click(pdf())
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Download PDF' }))
  const table = tableIn(await writtenReport(), 'Especie')
  expect(table?.heads.slice(1)).toEqual(['01/11/2026–30/11/2026', '01/10/2026–31/10/2026', 'Difference'])
  expect(table?.rows[0]?.cells.map(({ text }) => text)).toEqual(['Jacarandá', '6 (66.7%)', '3 (75%)', '+100%'])
})

it('has every hour in a workbook, and the cross-table of the page', async () => {
  const bar = (key: string, texto: string, count: number) => ({ key, texto, count })
  const crossed = {
    count: 9,
    several: false,
    rows: [bar('a1', 'Jacarandá', 9)],
    columns: [bar('yes', '', 6), bar('no', '', 3)],
    cells: [[6, 3]],
  }
  const report = await reportAt('?desde=2026-11-01&hasta=2026-11-30&cruce=especie.poda.filas', { crossed })
  expect(tableIn(report, 'Answers by hour of the day')?.rows).toHaveLength(24)
  const table = tableIn(report, 'Especie by Poda')
  expect(table?.heads).toEqual(['Especie', 'Yes', 'Percentage', 'No', 'Percentage', 'Total', 'Percentage'])
  expect(table?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['Jacarandá', '6', '66.7%', '3', '33.3%', '9', '100%'],
    ['Total', '6', '66.7%', '3', '33.3%', '9', '100%'],
  ])
})

it('is in a menu on a phone, where the figures come first', async () => {
  await openAt('?desde=2026-11-01&hasta=2026-11-30', {}, { phone: true })
  await screen.findByRole('region', { name: 'Filtered answers' })
  expect(screen.queryByRole('button', { name: 'Download workbook (XLSX)' })).toBeNull()
  const item = () => screen.queryByRole('button', { name: 'Download workbook (XLSX)' })
  const ready = () => {
    // The head may be drawn again while figures arrive, which closes its menu.
    if (item() === null) fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(item()?.hasAttribute('disabled')).toBe(false)
  }
  await waitFor(ready, { timeout: 5_000 })
  fireEvent.click(screen.getByRole('button', { name: 'Download workbook (XLSX)' }))
  expect((await writtenReport()).title).toBe('Arbolado')
})

const PAID = { isPaid: true } as const
const TREASURY = { role: 'ROLE_TESORERIA' } as const
const NOVEMBER = '?desde=2026-11-01&hasta=2026-11-30'
const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('shows staff who may read money the sums by day, zone and area, beside each option, and in the file', async () => {
  const { asked, nudge } = await openAt(NOVEMBER, PAID, TREASURY)
  const sums = ['2', '$1,500.00', '$1,700.00', '$5.00', '−$205.00']
  expect((await cells('Money by day')).slice(1)).toEqual([
    ['20/11/2026', ...sums],
    ['Total', ...sums],
  ])
  expect((await cells('Money by zone'))[1]).toEqual(['Platea', ...sums])
  expect((await cells('Money by area'))[1]).toEqual(['Inspección', ...sums])
  const ofOptions = [
    ['AJacarandá', '−$205.00'],
    ['BNot answered', '$7.00'],
    ['CNot asked', '$3.00'],
  ]
  expect((await cells('Especie')).slice(1).map((row) => [row[0], row.at(-1)])).toEqual(ofOptions)
  const report = await writtenWorkbook()
  expect(tableIn(report, 'Money by zone')?.rows.at(-1)?.cells.at(-1)).toMatchObject({ text: '−$205.00', value: -205 })
  expect(tableIn(report, 'Especie')?.rows.map((row) => row.cells.at(-1)?.value)).toEqual([-205, 7, 3])
  const requests = () => [true, false].map((is) => asked.filter(({ path }) => path.includes('/money') === is).length)
  const [money, others = 0] = requests()
  nudge('answers')
  await waitFor(() => expect(requests()[1]).toBeGreaterThan(others))
  expect(requests()[0]).toBe(money)
})

it('shows the money of earlier answers by option if the period has no answers', async () => {
  await openAt(NOVEMBER, { ...PAID, found: { ...CARD, answers: 0 } }, TREASURY)
  expect((await cells('Especie'))[1]?.at(-1)).toBe('−$205.00')
  expect(screen.queryByRole('article', { name: 'Poda' })).toBeNull()
})

it('says why money is missing, in the file too, and requests it again', async () => {
  let isLimited = true
  const limited = () => Response.json({ error: { code: 'request.too-many' } }, { status: 429 })
  await openAt(NOVEMBER, PAID, { ...TREASURY, money: () => (isLimited ? limited() : Response.json(MONEY)) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Too many attempts in a short time. Wait a moment and try again.')
  expect(screen.queryByText(/Connect to the internet/)).toBeNull()
  expect((await writtenWorkbook()).lines).toContain('Without money, because it could not be loaded')
  isLimited = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await cells('Money by zone'))[1]?.[0]).toBe('Platea')
})

it.each([
  ['the user may not read it', PAID, 'ROLE_CENSISTA_PRIVADO', false],
  ['the form never took payments', {}, 'ROLE_TESORERIA', false],
  ['the server refuses access', PAID, 'ROLE_TESORERIA', true],
] as const)('says nothing of money if %s', async (_, change, role, isAsked) => {
  const money = () => Response.json({ error: { code: 'access.forbidden' } }, { status: 403 })
  const { asked } = await openAt(NOVEMBER, change, { role, money })
  await screen.findByRole('table', { name: 'Especie' })
  expect((await writtenWorkbook()).lines.join()).not.toContain('Without money')
  expect(asked.some(({ path }) => path.includes('/money'))).toBe(isAsked)
  expect(screen.queryByRole('heading', { name: 'Money' })).toBeNull()
})
