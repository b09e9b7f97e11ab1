// @vitest-environment jsdom
import { useParams } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { lineOf, listedAnswerOf } from '#domain/sync/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { AnswersListScreen } from '../answers-list-screen.tsx'
import { LIST } from '../list-address.ts'

afterEach(cleanup)

const PAGE = 15
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const form = formOf('area')
/** More than two pages. */
const ALL = Array.from({ length: 2 * PAGE + 3 }, (_, index) => answerAt('area', 'other', index + 1))
const ids: readonly string[] = ALL.map(({ id }) => id)

/** A page of them, as the server turns them: a cursor is the place of the first or of the one behind the last. */
function pageFor({ path }: SentRequest): Response | undefined {
  if (!path.startsWith('/api/answers?')) return Response.json({ filters: [] })
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const before = query.get('before')
  const start = before === null ? Number(query.get('after') ?? 0) : Number(before) - PAGE
  const { id, titulo } = form
  const [next, previous] = [start + PAGE < ALL.length, start > 0]
  return Response.json({
    template: { id, titulo, descripcion: '', states: [] },
    answers: ALL.slice(start, start + PAGE).map((answer) => lineOf(listedAnswerOf(answer))),
    total: ALL.length,
    andMore: false,
    ...(next ? { next: String(start + PAGE) } : {}),
    ...(previous ? { previous: String(start) } : {}),
  })
}

/** What is open is another thing with each answer, as the answer itself is. */
function Screen() {
  const { respuesta } = useParams({ from: LIST })
  return (
    <AnswersListScreen
      details={
        respuesta !== undefined && (
          <button key={respuesta} type="button">
            Act on {respuesta}
          </button>
        )
      }
    />
  )
}

async function openAt(place: number, page = '') {
  const address = `/respuestas/listado/${form.id}`
  const opened = await openScreen({
    path: LIST,
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [form],
    address: `${address}/${ids[place]}${page}`,
    wide: true,
    answer: pageFor,
  })
  await screen.findByRole('table', { name: 'Answers' })
  return { ...opened, isAt: (id = '') => waitFor(() => expect(opened.pathname().endsWith(`/${id}`)).toBe(true)) }
}
const focused = () => document.activeElement as Element

async function step(name: string, key: string, arrives: () => Promise<void>): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
  fireEvent.keyDown(focused(), { key, altKey: true })
  await arrives()
}

describe('one answer after the other by the keyboard', () => {
  it('goes on over the end of a page, and back', async () => {
    const { isAt, search } = await openAt(PAGE - 2)
    for (const id of ids.slice(PAGE - 1, PAGE + 2)) await step('Next answer', 'ArrowDown', () => isAt(id))
    expect(search()).toEqual({ despues: String(PAGE) })
    for (const id of ids.slice(PAGE - 2, PAGE + 1).toReversed())
      await step('Previous answer', 'ArrowUp', () => isAt(id))
    expect(search()).toEqual({ antes: String(PAGE) })
  }, 60_000)

  it('ends with the last answer of the last page', async () => {
    const { isAt, search } = await openAt(2 * PAGE - 1, `?despues=${PAGE}`)
    for (const id of ids.slice(2 * PAGE)) await step('Next answer', 'ArrowDown', () => isAt(id))
    expect(search()).toEqual({ despues: String(2 * PAGE) })
    expect(screen.getByRole('button', { name: 'Next answer' })).toHaveProperty('disabled', true)
  }, 60_000)

  it('takes the focus along, which had gone with the answer before', async () => {
    const { isAt } = await openAt(0)
    const button = await screen.findByRole('button', { name: `Act on ${ids[0]}` })
    button.focus()
    fireEvent.keyDown(button, { key: 'ArrowDown', altKey: true })
    await isAt(ids[1])
    await waitFor(() => expect(focused()).toBe(screen.getByRole('region', { name: 'Chosen answer' })))
    fireEvent.keyDown(focused(), { key: 'ArrowDown', altKey: true })
    await isAt(ids[2])
  })

  it('leaves the focus where it still is', async () => {
    const { isAt } = await openAt(0)
    const next = await screen.findByRole('button', { name: 'Next answer' })
    next.focus()
    fireEvent.click(next)
    await isAt(ids[1])
    expect(focused()).toBe(next)
  })

  it('is not heard where Alt and an arrow open a list', async () => {
    const { isAt } = await openAt(0)
    const select = (await screen.findAllByRole('combobox'))[0] as Element
    fireEvent.keyDown(select, { key: 'ArrowDown', altKey: true })
    await isAt(ids[0])
  })
})
