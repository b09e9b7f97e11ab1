// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { provisionalReference } from '#domain/codes/index.ts'
import { buildOutline } from '#domain/statistics/index.ts'
import { saveAnswer } from '#local/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { LIST_ROUTE } from '../list-address.ts'
import { AnswersListScreen } from '../answers-list-screen.tsx'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly AreaEntry[]
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

  it('is narrowed to what was answered to any question of the form that has options, and says so above the list', async () => {
    const form = buildTemplate()
    const { id, titulo, descripcion, secciones } = form
    const question = buildOutline([{ secciones }], 'en')
      .flatMap(({ questions }) => questions)
      .find(({ kind, options }) => kind === 'options' && options.length > 0)
    const option = question?.options[0]
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search } = await openList(() => Response.json(empty), '?autor=rosa', form)
    screen.getByRole('button', { name: 'Filters (1)' })
    await screen.findByRole('button', { name: 'Remove filter: Author: rosa' })
    fireEvent.click(screen.getByRole('button', { name: 'Filters (1)' }))
    fireEvent.change(await screen.findByLabelText('Question'), { target: { value: question?.key } })
    const bar = `${question?.key}.${option?.key}`
    fireEvent.change(await screen.findByLabelText('Answered with'), { target: { value: bar } })
    await waitFor(() => expect(search()).toEqual({ autor: 'rosa', opciones: bar }))
    await waitFor(() => expect(asked.some(({ path }) => path.includes(`options=${bar}`))).toBe(true))
    fireEvent.click(await screen.findByRole('button', { name: `Remove filter: ${question?.titulo}: ${option?.texto}` }))
    await waitFor(() => expect(search()).toEqual({ autor: 'rosa' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Author: rosa' }))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('is narrowed to numbers from and to, and to a text, of questions that are typed', async () => {
    const form = buildTemplate()
    const { id, titulo, descripcion, secciones } = form
    const outline = buildOutline([{ secciones }], 'en').flatMap(({ questions }) => questions)
    const keyOf = (name: string): string => outline.find((one) => one.titulo === name)?.key ?? ''
    const [surface, name] = [keyOf('Superficie'), keyOf('Nombre')]
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search } = await openList(() => Response.json(empty), '', form)
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    fireEvent.change(await screen.findByLabelText('Question'), { target: { value: surface } })
    const least = await screen.findByLabelText('At least')
    fireEvent.change(least, { target: { value: '12,5' } })
    fireEvent.change(least, { target: { value: '12,5x' } })
    expect((least as HTMLInputElement).value).toBe('12,5')
    await waitFor(() => expect(search()).toEqual({ valores: `${surface}:12.5..` }))
    await screen.findByRole('button', { name: 'Remove filter: Superficie: at least 12.5' })
    fireEvent.change(screen.getByLabelText('At most'), { target: { value: '80' } })
    await screen.findByRole('button', { name: 'Remove filter: Superficie: 12.5 to 80' })
    fireEvent.change(screen.getByLabelText('Question'), { target: { value: name } })
    const contains = await screen.findByLabelText('Contains')
    // Statistics store no more of a text: anything after that is not found.
    expect(contains.getAttribute('placeholder')).toBe('first 120 characters')
    fireEvent.change(contains, { target: { value: 'pan, dulce' } })
    const both = `${surface}:12.5..80,${name}~pan%2C%20dulce`
    await waitFor(() => expect(search()).toEqual({ valores: both }))
    await waitFor(() =>
      expect(asked.some(({ path }) => path.includes(`values=${encodeURIComponent(both)}`))).toBe(true),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter: Nombre: contains “pan, dulce”' }))
    await waitFor(() => expect(search()).toEqual({ valores: `${surface}:12.5..80` }))
    fireEvent.change(screen.getByLabelText('Question'), { target: { value: surface } })
    for (const end of ['At least', 'At most'])
      fireEvent.change(await screen.findByLabelText(end), { target: { value: '' } })
    await waitFor(() => expect(search()).toEqual({}))
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
    fireEvent.change(field, { target: { value: provisionalReference(mutation.answer).toLowerCase() } })
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
