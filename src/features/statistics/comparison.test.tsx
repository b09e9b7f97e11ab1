// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { AREA, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { StatisticsScreen } from './statistics-screen.tsx'

afterEach(cleanup)

const FORM = buildTemplate({ areas: [AREA] })
const OPTIONS = { condition: null, part: null, kind: 'options' } as const

/** Figures with options of the question 'Especie', and answers by day. */
function figures(answers: number, options: readonly number[], days: Readonly<Record<string, number>>) {
  const card = { answers, authors: 2, withCitizen: 0, located: 0, first: NOW, last: NOW }
  const asked = { asked: answers, answered: answers, unanswered: 0, notAsked: 0, absent: 0, corrected: 0 }
  const files = { imagen: 0, documento: 0, video: 0 }
  const bars = ['Jacarandá', 'Tipa', 'Ceibo'].map((texto, at) => ({ key: `o${at}`, texto, count: options[at] ?? 0 }))
  const especie = { ...asked, files, kind: 'options' as const, of: 'radio' as const, several: false, options: bars }
  const ready: ReadyStatistics = {
    status: 'ready',
    form: { id: FORM.id, titulo: 'Arbolado', descripcion: '', states: [], areas: [], version: 1 },
    at: NOW,
    timeZone: 'America/Argentina/Catamarca',
    masked: false,
    own: false,
    all: { ...card, answers: 99 },
    found: card,
    hours: Array.from({ length: 24 }, () => 0),
    days: Object.entries(days).map(([day, count]) => ({ day, count })),
    areas: [],
    authors: [],
    states: [],
    sections: [
      {
        key: 's',
        titulo: 'Árbol',
        rows: null,
        questions: [
          { ...OPTIONS, key: 'especie', titulo: 'Especie', figures: especie },
          { ...OPTIONS, key: 'poda', titulo: 'Poda' },
        ],
      },
    ],
  }
  return ready
}

const NOVEMBER = figures(9, [6, 3, 0], { '2026-11-01': 2, '2026-11-03': 7 })
const OCTOBER = figures(4, [3, 0, 1], { '2026-10-02': 4 })
const CROSSED = {
  count: 9,
  several: false,
  rows: [{ key: 'o0', texto: 'Jacarandá', count: 6 }],
  columns: [
    { key: 'yes', texto: '', count: 2 },
    { key: 'no', texto: '', count: 4 },
  ],
  cells: [[2, 4]],
}

const open = (search: string, shown = NOVEMBER) =>
  openScreen({
    path: '/estadisticas/$id',
    address: `/estadisticas/${FORM.id}${search}`,
    screen: () => (
      <StatisticsScreen
        slots={{
          filterOf: () => ({}),
          filters: ({ quick, beside }) => (
            <search>
              {quick}
              {beside}
            </search>
          ),
          map: () => null,
        }}
      />
    ),
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [FORM],
    answer: ({ path }) => {
      if (!path.startsWith('/api/statistics/')) return undefined
      if (path.includes('crossed=especie.poda')) return Response.json({ ...NOVEMBER, crossed: CROSSED })
      if (path.includes('crossed=')) return Response.json(NOVEMBER)
      return Response.json(path.includes('startDate=2026-10-01') ? OCTOBER : shown)
    },
  })

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('two periods', () => {
  it('are named with their days, and each count has its difference in percent, from zero too', async () => {
    await open('?desde=2026-11-01&hasta=2026-11-04&comparar=mes')
    await screen.findByText(/^01\/11\/2026 – 04\/11\/2026 compared with 01\/10\/2026 – 04\/10\/2026\./)
    await waitFor(async () =>
      expect(await rowsOf('Especie')).toEqual([
        ['Option', '01/11/2026 – 04/11/2026', '01/10/2026 – 04/10/2026', 'Difference'],
        ['Jacarandá', '', '6 66.7%', '3 75%', '+100%'],
        ['Tipa', '', '3 33.3%', '0 0%', 'from 0'],
        ['Ceibo', '', '0 0%', '1 25%', '-100%'],
      ]),
    )
    const card = within(screen.getByRole('region', { name: 'Filtered answers' }))
    expect(card.getByText('+125%')).toBeTruthy()
    expect(card.getByText('compared with 4 (01/10/2026 – 04/10/2026)')).toBeTruthy()
  })

  it('are both in the chart of days, first day on first day', async () => {
    await open('?desde=2026-11-01&hasta=2026-11-04&comparar=mes')
    await waitFor(async () =>
      expect(await rowsOf('Answers over time')).toEqual([
        ['Day', '01/11/2026 – 04/11/2026', '01/10/2026 – 04/10/2026', 'Difference'],
        ['01/11/2026', '2 22.2%', '0 01/10/2026', 'from 0'],
        ['02/11/2026', '0 0%', '4 02/10/2026', '-100%'],
        ['03/11/2026', '7 77.8%', '0 03/10/2026', 'from 0'],
        ['04/11/2026', '0 0%', '0 04/10/2026', '0%'],
      ]),
    )
  })

  it('of different lengths end each on its own last day', async () => {
    await open('?desde=2026-11-01&hasta=2026-11-30&comparar=si')
    await waitFor(async () =>
      expect((await rowsOf('Answers over time')).at(-1)).toEqual(['–', '0 0%', '0 31/10/2026', '0%']),
    )
  })

  it('are named with the filters, where the comparison can be removed', async () => {
    const { search } = await open('?desde=2026-11-01&hasta=2026-11-04&comparar=mes')
    const name = 'Remove filter: Compared with: 01/10/2026 – 04/10/2026'
    fireEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(search()['comparar']).toBeUndefined())
    expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('are selected by name, and the only area of a form is not compared with itself', async () => {
    const ofArea = { ...NOVEMBER, form: { ...NOVEMBER.form, areas: [{ path: AREA, nombre: 'Arbolado' }] } }
    const { search } = await open('?desde=2026-11-01&hasta=2026-11-04', ofArea)
    const compare = await screen.findByLabelText('Compare with')
    expect(
      within(compare)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'No comparison',
      'The 4 days before (28/10 – 31/10/2026)',
      'One month earlier (01/10 – 04/10/2026)',
      'One year earlier (01/11 – 04/11/2025)',
    ])
    fireEvent.change(compare, { target: { value: 'ano' } })
    await waitFor(() => expect(search()).toMatchObject({ comparar: 'ano' }))
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'lastMonth' } })
    await waitFor(() => expect(search()['desde']).toMatch(/^\d{4}-\d\d-01$/))
  })
})

describe('two questions together', () => {
  it('are chosen from those with options, kept in the address, and lead to their answers', async () => {
    const { search } = await open('?desde=2026-11-01&hasta=2026-11-04')
    fireEvent.change(await screen.findByLabelText('Rows'), { target: { value: 'especie' } })
    await waitFor(() => expect(search()).toMatchObject({ cruce: 'especie..' }))
    const columns = screen.getByLabelText('Columns')
    expect(
      within(columns)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a question', 'Poda'])
    fireEvent.change(columns, { target: { value: 'poda' } })
    await waitFor(() => expect(search()).toMatchObject({ cruce: 'especie.poda.' }))
    fireEvent.change(screen.getByLabelText('Percentages'), { target: { value: 'filas' } })
    await waitFor(async () =>
      expect(await rowsOf('Especie by Poda')).toEqual([
        ['Especie', 'Yes', 'No', 'Total'],
        ['Jacarandá', '233.3%', '466.7%', '6100%'],
        ['Total', '222.2%', '444.4%', '9100%'],
      ]),
    )
    const link = within(screen.getByRole('table', { name: 'Especie by Poda' })).getAllByRole('link')[0]
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toContain('opciones=especie.o0,poda.yes')
  })

  it('say that there is no such table', async () => {
    await open('?cruce=poda.especie')
    await screen.findByText('These two questions cannot be shown in one table')
  })
})

it.each([
  ['2026-11-24T09:59:00.000Z', '2026-11-24', '2026-11-23T10:00:00.000Z', '2026-11-24T09:59:59.999Z'],
  ['2026-11-24T10:01:00.000Z', '2026-11-25', '2026-11-24T10:00:00.000Z', '2026-11-25T09:59:59.999Z'],
])('has the days of the municipality, not of the reader, at %s', async (now, day, startDate, endDate) => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] })
  const { asked } = await open('', { ...NOVEMBER, timeZone: 'Pacific/Kiritimati' })
  const list = async () => (await screen.findByRole('link', { name: 'See answers' })).getAttribute('href') ?? ''
  await waitFor(async () => expect(await list()).toContain('huso='))
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'today' } })
  await waitFor(() => {
    const last = asked.findLast(({ path }) => path.startsWith('/api/statistics/'))?.path ?? ''
    const { searchParams } = new URL(`http://x${last}`)
    expect([searchParams.get('startDate'), searchParams.get('endDate')]).toEqual([startDate, endDate])
  })
  const { searchParams } = new URL(`http://x${await list()}`)
  expect(['desde', 'hasta', 'huso'].map((name) => searchParams.get(name))).toEqual([day, day, 'Pacific/Kiritimati'])
  vi.useRealTimers()
})
