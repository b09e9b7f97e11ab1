// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import { buildOutline } from '#domain/statistics/index.ts'
import { readListView, saveAnswer, writeListView, type Local } from '#local/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { LIST_ROUTE } from '../list-address.ts'
import { AnswersListScreen } from '../answers-list-screen.tsx'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const template = buildPlainTemplate()

/** Alerts of the page. Notifications may still come from an earlier test file in the same worker. */
function refusals(): readonly HTMLElement[] {
  return screen.queryAllByRole('alert').filter((alert) => alert.closest('.mantine-Notification-root') === null)
}

function Screen() {
  return <AnswersListScreen details={null} />
}

async function openList(
  answer: (asked: SentRequest) => Response | undefined = () => undefined,
  search = '',
  form = template,
  fill: (local: Local) => Promise<unknown> = async () => undefined,
) {
  const address = `/respuestas/listado/${form.id}${search}`
  return openScreen({
    path: LIST_ROUTE,
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [form],
    address,
    answer,
    fill,
  })
}

describe('the search of an answers list', () => {
  it('asks the server once for what was typed, keeps it in the address, and says when there is none', async () => {
    const { id, titulo, descripcion } = template
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search } = await openList(() => Response.json(empty))
    const field = await screen.findByLabelText('Search answers')
    for (const value of ['C', 'CB', 'CBA9 ']) fireEvent.change(field, { target: { value } })
    await screen.findByText('No results found')
    await screen.findByText('No answers match “CBA9”.')
    expect(search()).toEqual({ codigo: 'CBA9' })
    expect(asked.map(({ path }) => path).filter((path) => path.includes('municipalityCodeId='))).toEqual([
      `/api/answers?template=${id}&municipalityCodeId=CBA9&size=15`,
    ])

    fireEvent.click(screen.getByRole('button', { name: 'See all answers' }))
    await waitFor(() => expect(search()).toEqual({}))
    expect((field as HTMLInputElement).value).toBe('')
  })

  it('is narrowed by bars of statistics, names them, and shows nothing of this device, which does not know whom they count', async () => {
    const form = buildTemplate()
    const { id, titulo, descripcion, secciones } = form
    const [section] = buildOutline([{ secciones }], 'en')
    const question = section?.questions.find(({ kind }) => kind === 'options')
    const option = question?.options[0]
    const bar = `${question?.key}.${option?.key}`
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search, local } = await openList(
      () => Response.json(empty),
      `?area=${encodeURIComponent(AREA)}&opciones=${bar},gone.1`,
      form,
    )
    await screen.findByRole('button', { name: 'Remove filter: Area: Inspección' })
    screen.getByRole('button', { name: 'Remove filter: Option from an earlier version' })
    expect((await saveAnswer(local, { mutation: buildPlainSubmit(1) })).ok).toBe(true)
    await waitFor(() =>
      expect(asked.some(({ path }) => path.includes(`area=${encodeURIComponent(AREA)}&options=${bar}%2Cgone.1`))).toBe(
        true,
      ),
    )
    expect(screen.queryByRole('row')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: `Remove filter: ${question?.titulo}: ${option?.texto}` }))
    await waitFor(() => expect(search()).toEqual({ area: AREA, opciones: 'gone.1' }))
  })

  it('is narrowed to several states, and to a period that follows the calendar', async () => {
    const { id, titulo, descripcion } = template
    const states = ['Pendiente', 'En obra', 'Resuelto'].map((nombre, at) => ({ id: at, nombre }))
    const empty = { template: { id, titulo, descripcion, states }, answers: [], total: 0, andMore: false }
    // An address of before, with one state and a day.
    const { asked, search } = await openList(() => Response.json(empty), '?estado=%221%22&dia=2026-11-20')
    const opener = await screen.findByRole('button', { name: 'Filters (2)' })
    fireEvent.click(opener)
    const group = await screen.findByRole('group', { name: 'State' })
    const pressed = () =>
      within(group)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-pressed'))
    expect(pressed()).toEqual(['false', 'true', 'false'])
    fireEvent.click(within(group).getByRole('button', { name: 'Pendiente' }))
    await screen.findByRole('button', { name: 'Remove filter: State: Pendiente' })
    expect(search()).toEqual({ estado: '0,1', dia: '2026-11-20' })
    await waitFor(() => expect(asked.some(({ path }) => path.includes('state=0%2C1'))).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: State: En obra' }))
    await waitFor(() => expect(search()).toEqual({ estado: '0', dia: '2026-11-20' }))
    const period = screen.getByLabelText('Period')
    expect((period as HTMLSelectElement).value).toBe('days')
    expect(
      within(period)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Any time',
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'This month',
      'Previous month',
      'This year',
      'Custom dates',
    ])
    fireEvent.change(period, { target: { value: 'mes-anterior' } })
    await screen.findByRole('button', { name: 'Remove filter: Period: Previous month' })
    expect(search()).toEqual({ estado: '0', periodo: 'mes-anterior' })
    fireEvent.click(screen.getByRole('button', { name: 'Today' }))
    await waitFor(() => expect(search()).toEqual({ estado: '0', periodo: 'hoy' }))
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('says how far back the server searched where it looked at as many as it may', async () => {
    const { id, titulo, descripcion } = template
    const page = { template: { id, titulo, descripcion, states: [] }, answers: [], total: null, andMore: true }
    await openList(() => Response.json({ ...page, lookedUpTo: '2026-11-20T15:30:00.000Z', next: 'x' }), '?codigo=rosa')
    await screen.findByText('Searched back to 20/11/2026 12:30. Go to the next page to continue.')
    await screen.findByText('Nothing found so far')
    screen.getByRole('button', { name: 'Next page' })
  })

  it('opens as it was last used on this device, unless the address says otherwise', async () => {
    const { id, titulo, descripcion } = template
    const states = [{ id: 1, nombre: 'En obra' }]
    const empty = { template: { id, titulo, descripcion, states }, answers: [], total: 0, andMore: false }
    const answer = () => Response.json(empty)
    const { local } = await openList(answer, '?estado=%221%22&orden=viejas&codigo=rosa')
    await screen.findByRole('button', { name: 'Remove filter: State: En obra' })
    await waitFor(async () => expect(await readListView(local, id)).toBe('estado=1&orden=viejas'))
    cleanup()

    const again = await openList(answer, '', template, (other) => writeListView(other, id, 'estado=1&orden=viejas'))
    await screen.findByRole('button', { name: 'Remove filter: State: En obra' })
    expect(again.search()).toEqual({ estado: '1', orden: 'viejas' })
    // The list is requested once, with its filters.
    await waitFor(() => expect(again.asked.filter(({ path }) => path.startsWith('/api/answers'))).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(again.search()).toEqual({ orden: 'viejas' }))
    await waitFor(async () => expect(await readListView(again.local, id)).toBe('orden=viejas'))
    cleanup()

    const given = await openList(answer, '?espera=si', template, (other) => writeListView(other, id, 'estado=1'))
    await waitFor(async () => expect(await readListView(given.local, id)).toBe('espera=si'))
    expect(given.search()).toEqual({ espera: 'si' })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter: Needs my action' }))
    await waitFor(() => expect(given.search()).toEqual({}))
  })

  it('is searched on, and asked for again automatically, while the server still counts what its questions were answered with', async () => {
    const { id, titulo, descripcion } = template
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    let asked = 0
    await openList(({ path }) => {
      if (!path.includes('values=')) return Response.json(empty)
      asked += 1
      return asked === 1
        ? Response.json({ error: { code: 'server.busy', details: { seconds: 15 } } }, { status: 503 })
        : Response.json(empty)
    }, '?valores=abc:1..2')
    await waitFor(() => expect(asked).toBe(1))
    expect(refusals()).toEqual([])
    await screen.findByText('No results found')
    expect([asked, refusals()]).toEqual([2, []])
  })

  it('finds an answer of this device by its reference without a network', async () => {
    const { local } = await openList()
    const field = await screen.findByLabelText('Search answers')
    const mutation = buildPlainSubmit(1)
    expect((await saveAnswer(local, { mutation })).ok).toBe(true)
    await screen.findByRole('rowheader')
    fireEvent.change(field, { target: { value: 'ZZZ-ZZZ' } })
    await screen.findByText(/^No answers match/)
    fireEvent.change(field, { target: { value: buildReference(mutation.answer).toLowerCase() } })
    await screen.findByRole('rowheader')
  })

  it('is in no order that its heads could turn while the device has the list alone', async () => {
    const { local } = await openList()
    expect((await saveAnswer(local, { mutation: buildPlainSubmit(1) })).ok).toBe(true)
    const head = await screen.findByRole('columnheader', { name: 'Date and time' })
    expect(head.getAttribute('aria-sort')).toBeNull()
    expect(within(head).queryByRole('button')).toBeNull()
  })
})
