// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { storeFigureColumns, storeFigures, readFigureColumns } from '#local/figures/index.ts'
import type { Local } from '#local/index.ts'
import { setFileFetcher } from '#ui/index.ts'
import { packedStatistics } from '#tests/support/packed-statistics.ts'
import { AREA, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { fetchFigureColumns } from './device/keep-columns.ts'
import { StatisticsScreen } from './statistics-screen.tsx'
import type { AnswersListSlots } from './answers-list-slots.ts'

afterEach(cleanup)
afterEach(() => setFileFetcher((address, init) => fetch(address, init)))

const FORM = buildTemplate({ areas: [AREA] })
const CARD = { answers: 9, authors: 2, withCitizen: 0, located: 0, first: NOW, last: NOW }
const BASE = { asked: 9, answered: 8, unanswered: 1, notAsked: 3, absent: 0, corrected: 0 }
const FILES = { imagen: 0, documento: 0, video: 0 }
const READY: ReadyStatistics = {
  status: 'ready',
  form: { id: FORM.id, titulo: 'Arbolado', descripcion: '', states: [], areas: [], version: 1 },
  at: NOW,
  timeZone: 'America/Argentina/Catamarca',
  masked: false,
  own: false,
  all: { ...CARD, answers: 12 },
  found: CARD,
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 9 : 0)),
  days: [{ day: '2026-11-20', count: 9 }],
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
            ...BASE,
            files: FILES,
            kind: 'options',
            of: 'radio',
            several: false,
            options: [
              { key: 'a1', texto: 'Jacarandá', count: 6 },
              { key: 'b2', texto: 'Tipa', count: 2 },
            ],
          },
        },
      ],
    },
  ],
}
const ready = (change: Partial<ReadyStatistics> = {}) => Response.json({ ...READY, ...change })
/** Like the server: figures only for the requested questions. */
const serverReply = ({ path }: SentRequest) =>
  path.includes('questions=0')
    ? ready({
        sections: READY.sections.map((section) => ({
          ...section,
          questions: section.questions.map(({ figures: _, ...question }) => question),
        })),
      })
    : ready()

const SLOTS: AnswersListSlots = {
  filterOf: ({ opciones }) => (opciones === undefined ? {} : { options: opciones }),
  filters: ({ quick }) => <search>{quick}</search>,
  map: () => null,
}
const Screen = () => <StatisticsScreen slots={SLOTS} />

async function openStatistics(
  answer: (asked: SentRequest) => Response | undefined,
  {
    role = 'ROLE_SUPERVISOR' as Role,
    search = '',
    kept = [] as readonly string[],
    fill = (_: Local): Promise<unknown> => Promise.resolve(),
  } = {},
) {
  return openScreen({
    path: '/estadisticas/$id',
    address: `/estadisticas/${FORM.id}${search}`,
    screen: Screen,
    role,
    areas: [],
    templates: [FORM],
    answer,
    fill: async (local) => {
      await fill(local)
      for (const one of kept) await storeFigures(local, { of: FORM.id, search: one, figures: READY })
    },
  })
}

const table = () => screen.findByRole('table', { name: 'Especie' })

describe('the statistics of a form', () => {
  it('say of whom each figure is: answered, not answered and not asked beside each other', async () => {
    await openStatistics(serverReply)
    const rows = within(await table()).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'OptionCountPercentage',
      'AJacarandá666.7%',
      'BTipa222.2%',
      'CNot answered111.1%',
      'DNot asked3–',
    ])
    expect(screen.getByText(/^8 of 9 answered · not asked in 3 answers$/)).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Answers by hour of the day' }).textContent).toContain('09:009100%')
  })

  it('are filtered by an option that is clicked on, in the address and for the server, and a second click takes that back', async () => {
    const { asked, search } = await openStatistics(serverReply)
    fireEvent.click(within(await table()).getByRole('button', { name: 'Jacarandá' }))
    await waitFor(() => expect(search()).toMatchObject({ opciones: 'especie.a1' }))
    await waitFor(() => expect(asked.some(({ path }) => path.includes('options=especie.a1'))).toBe(true))
    await screen.findByRole('button', { name: 'Remove filter: Especie: Jacarandá' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(FORM.titulo)
    fireEvent.click(within(await table()).getByRole('button', { name: 'Jacarandá', pressed: true }))
    await waitFor(() => expect(search()).not.toHaveProperty('opciones'))
  })

  it('lead from a count to the list, narrowed by the same days, area and bars, with the question as its column', async () => {
    await openStatistics(serverReply, {
      search: `?dia=2026-11-20&area=${encodeURIComponent(AREA)}&opciones=otra.x,especie.b2`,
    })
    const link = within(await table()).getByRole('link', { name: '6: see the answers with Jacarandá' })
    const address = decodeURIComponent(link.getAttribute('href') ?? '')
    for (const part of [
      'desde=2026-11-20',
      'hasta=2026-11-20',
      `area=${AREA}`,
      'opciones=otra.x,especie.a1',
      'columnas=especie',
    ])
      expect(address).toContain(part)
  })

  it('begin with the charts that need no counting, and ask for titles alone first', async () => {
    const { asked } = await openStatistics(serverReply)
    await table()
    expect(asked.filter(({ path }) => path.includes('/statistics/'))[0]?.path).toContain('questions=0')
  })

  it('keep from telling few where the form wants it', async () => {
    const [section] = READY.sections
    const [question] = section?.questions ?? []
    if (section === undefined || question?.figures?.kind !== 'options') throw new Error('no options')
    const options = [{ key: 'a1', texto: 'Jacarandá', count: null }]
    const days = ['20', '22'].map((day) => ({ day: `2026-11-${day}`, count: 5 }))
    const few = { ...question, figures: { ...question.figures, unanswered: null, options } }
    await openStatistics(() => ready({ masked: true, days, sections: [{ ...section, questions: [few] }] }))
    expect((await table()).textContent).toContain('Jacarandá< 5–')
    // Hidden counts have no link, because the list would reveal the number.
    expect(within(await table()).queryByRole('link')).toBeNull()
    screen.getByText('Counts are rounded down to multiples of 5; counts under 5 are shown as < 5')
    expect(screen.getByRole('table', { name: 'Answers over time' }).textContent).toContain('21/11/2026< 5–')
  })

  it('tell nothing where fewer than five answers fit and the form hides that', async () => {
    await openStatistics(() => ready({ masked: true, found: { ...CARD, answers: null } }))
    await screen.findByText('Fewer than 5 answers match')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('say how far their first counting is', async () => {
    await openStatistics(() =>
      Response.json({ status: 'building', form: { id: FORM.id, titulo: 'Arbolado' }, percent: 41.7 }),
    )
    expect((await screen.findByText(/Counting the answers to this form: 41%/)).textContent).toContain(
      'happens only the first time',
    )
  })

  it('say that there is no such form', async () => {
    const refused = Response.json({ error: { code: 'template.missing' } }, { status: 404 })
    await openStatistics(() => refused.clone())
    await screen.findByText('Form not found')
    expect(screen.getByRole('link', { name: 'Back to the forms' }).getAttribute('href')).toBe('/listar')
  })

  it('are narrowed to paid answers, which a chip says and takes back', async () => {
    const { search } = await openStatistics(serverReply, { search: '?pago=pagado' })
    fireEvent.click(await screen.findByRole('button', { name: /^Remove filter: Payment: / }))
    await waitFor(() => expect(search()).not.toHaveProperty('pago'))
  })

  it('say that they could not be loaded', async () => {
    await openStatistics(() => new Response('', { status: 500 }))
    await screen.findByText('The data could not be loaded')
    cleanup()
    await openStatistics(() => undefined)
    await screen.findByText('Could not connect to the server.')
  })

  it('are those of the last look without a network, and say of which moment', async () => {
    await openStatistics(() => undefined, { kept: [''] })
    await screen.findByText(/Could not connect to the server. Showing the figures saved on this device, as of /)
    expect((await table()).textContent).toContain('Jacarandá6')
  })

  it('are not those of all answers without a network, where only paid ones are wanted', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openStatistics(() => undefined, { search: '?pago=pagado', kept: [''] })
    await screen.findByText('These figures are not stored on this device yet. Connect to the internet to see them.')
  })

  it('name what this device has of other filters, where it has nothing of these', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openStatistics(() => undefined, { search: '?dia=2026-11-20', kept: ['desde=2026-11-01&hasta=2026-11-10'] })
    await screen.findByText('These figures are not stored on this device yet. Connect to the internet to see them.')
    const link = await screen.findByRole('link', { name: /^01\/11\/2026 – 10\/11\/2026/ })
    expect(link.getAttribute('href')).toContain('desde=2026-11-01')
  })

  it('are counted by this device without a network, of filters that were never looked at too', async () => {
    const bytes = packedStatistics()
    const { search } = await openStatistics(() => undefined, {
      search: '?desde=2026-11-01&hasta=2026-11-30',
      fill: (local) => storeFigureColumns(local, { form: FORM.id, receivedAt: Date.now(), bytes }),
    })
    await screen.findByText(/Could not connect to the server. Showing the figures saved on this device, as of /)
    const counted = () => screen.findByRole('table', { name: 'Estado' })
    expect((await counted()).textContent).toContain('Bueno2')
    fireEvent.click(within(await counted()).getByRole('button', { name: 'Bueno' }))
    await waitFor(() => expect(search()).toHaveProperty('opciones'))
    const found = await screen.findByRole('region', { name: 'Filtered answers' })
    await waitFor(() => expect(found.textContent).toContain('2 answers'))
    expect((await counted()).textContent).toContain('Malo1')
    expect(
      screen.queryByText('These figures are not stored on this device yet. Connect to the internet to see them.'),
    ).toBeNull()
  })

  it('have a device fetch what they are counted of, under its own account and no more than once an hour', async () => {
    const fetched: string[] = []
    const asked: RequestInit[] = []
    setFileFetcher(async (address, init = {}) => {
      fetched.push(address)
      asked.push(init)
      return new Response(new Uint8Array([1, 2, 3]))
    })
    const { local } = await openStatistics(serverReply)
    await waitFor(async () => expect((await readFigureColumns(local, FORM.id))?.bytes.byteLength).toBe(3))
    expect(fetched).toEqual([`/api/statistics/${FORM.id}/columns?language=en`])
    expect(asked[0]?.headers).toEqual({ 'x-relevo-account': local.account })
    await fetchFigureColumns(local, { form: FORM.id, language: 'en', now: Date.now() + 59 * 60_000 })
    expect(fetched).toHaveLength(1)
    await fetchFigureColumns(local, { form: FORM.id, language: 'en', now: Date.now() + 61 * 60_000 })
    expect(fetched).toHaveLength(2)
  })

  it('offer no list and no single answers to anyone who may not read answers', async () => {
    await openStatistics(serverReply, { role: 'ROLE_GENERADOR' })
    expect(within(await table()).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Individual answers' })).toBeNull()
  })

  it('show the erased answers by month, area and state beside the figures, which do not include them', async () => {
    const erased = [
      { month: '2026-10', area: 'Obras', state: 'Resuelto', answers: 1200 },
      { month: '2026-09', area: 'Obras', state: '', answers: 1 },
    ]
    await openStatistics(() => ready({ erased }))
    fireEvent.click(await screen.findByText('1,201 erased answers are not included in these figures.'))
    const rows = within(await screen.findByRole('table', { name: 'Erased answers' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MonthAreaStateAnswers',
      '10/2026ObrasResuelto1,200',
      '09/2026Obras–1',
    ])
  })

  it('keep the erased answers in view when no other is left, without a column for states that a form lacks', async () => {
    const erased = [{ month: '2026-10', area: 'Obras', state: '', answers: 1 }]
    await openStatistics(() => ready({ found: { ...CARD, answers: 0 }, erased }))
    await screen.findByText('No results found')
    screen.getByText('1 erased answer is not included in these figures.')
    expect(screen.getByRole('table', { name: 'Erased answers' }).textContent).toBe('MonthAreaAnswers10/2026Obras1')
  })

  it('show no erased answers where there are none', async () => {
    await openStatistics(() => ready())
    await table()
    expect(screen.queryByText(/erased answer/)).toBeNull()
  })
})
