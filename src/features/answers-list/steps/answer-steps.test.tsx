// @vitest-environment jsdom
import { useParams } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import { listOutbox, withdrawChange } from '#local/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { AnswersListScreen } from '../answers-list-screen.tsx'
import { LIST_ROUTE } from '../list-address.ts'

afterEach(() => {
  unread = undefined
  cleanup()
})

const PAGE = 15
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const form = formOf('area')
/** More than two pages. */
const ALL = Array.from({ length: 2 * PAGE + 3 }, (_, index) => answerAt('area', 'other', index + 1))
const ids: readonly string[] = ALL.map(({ id }) => id)

/** A page as the server returns it: a cursor is the position of the first answer, or of the one after the last. */
function pageFor({ path }: SentRequest): Response | undefined {
  const one = ALL.find(({ id }) => path === `/api/answers/${id}`)
  if (one !== undefined) return Response.json({ answer: one })
  if (!path.startsWith('/api/answers?')) return Response.json({ filters: [] })
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const before = query.get('before')
  const start = before === null ? Number(query.get('after') ?? 0) : Number(before) - PAGE
  const { id, titulo } = form
  const [next, previous] = [start + PAGE < ALL.length, start > 0]
  return Response.json({
    template: { id, titulo, descripcion: '', states: [] },
    answers: ALL.slice(start, start + PAGE).map((answer) => toAnswerListItem(toListedAnswer(answer))),
    total: ALL.length,
    andMore: false,
    ...(next ? { next: String(start + PAGE) } : {}),
    ...(previous ? { previous: String(start) } : {}),
  })
}

/** The answer that is still being loaded. */
let unread: string | undefined

/** Remounts the content with each answer, like the answer itself. */
function Screen() {
  const { respuesta } = useParams({ from: LIST_ROUTE })
  return (
    <AnswersListScreen
      details={
        respuesta !== undefined && (
          <div key={respuesta} data-shown={respuesta === unread ? undefined : respuesta}>
            <button type="button">Act on {respuesta}</button>
            <input aria-label="Note" />
          </div>
        )
      }
    />
  )
}

/** Every state leads to every other one, so that no change needs a confirmation. */
const leadBack = (states: NonNullable<typeof form.estados>): typeof states => ({
  ...states,
  disponibles: states.disponibles.map((state) => ({
    ...state,
    transiciones: states.disponibles.flatMap(({ id }) => (id === state.id ? [] : [id])),
  })),
})

type Given = { readonly role?: Role; readonly answer?: typeof pageFor }

async function openAt(place: number, page = '', { role = 'ROLE_SUPERVISOR', answer = pageFor }: Given = {}) {
  const address = `/respuestas/listado/${form.id}`
  const opened = await openScreen({
    path: LIST_ROUTE,
    screen: Screen,
    role,
    areas: AREAS,
    templates: [{ ...form, ...(form.estados && { estados: leadBack(form.estados) }) }],
    address: `${address}/${ids[place]}${page}`,
    wide: true,
    answer,
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
  it('continues over the end of a page, and back', async () => {
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
    await waitFor(() => expect(focused()).toBe(screen.getByRole('region', { name: 'Selected answer' })))
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

describe('one decision after the other by the keyboard', () => {
  const decide = () => screen.findByRole('group', { name: 'Change state to' })
  const press = (key: string, more: object = {}) => fireEvent.keyDown(focused(), { key, ...more })
  async function openToDecide(...given: Parameters<typeof openAt>) {
    const opened = await openAt(...given)
    const button = await screen.findByRole('button', { name: `Act on ${ids[given[0]]}` })
    button.focus()
    return { ...opened, moves: async () => (await listOutbox(opened.local)).map(({ mutation }) => mutation) }
  }

  it('moves it by the letter of the state, comes to the next, and takes it back while it has not left', async () => {
    const { isAt, local, moves } = await openToDecide(0)
    const aprobado = within(await decide()).getByRole('button', { name: 'Aprobado' })
    expect([aprobado.getAttribute('aria-keyshortcuts'), aprobado.textContent]).toEqual(['A', 'AprobadoA'])
    press('a')
    await isAt(ids[1])
    expect(focused()).toBe(screen.getByRole('region', { name: 'Selected answer' }))
    await waitFor(async () =>
      expect(await moves()).toMatchObject([{ kind: 'answer.changeState', from: 0, to: 1, answer: ids[0] }]),
    )
    const [entry] = await listOutbox(local)
    expect(entry?.state).toMatchObject({ kind: 'waiting', notBefore: expect.any(Number) })
    expect(entry?.state.kind === 'waiting' && entry.state.notBefore > Date.parse(entry.savedAt) + 7_000).toBe(true)
    // A pending decision is not made a second time.
    press('k')
    await isAt(ids[0])
    await screen.findByText('New state:')
    expect(screen.queryByRole('group', { name: 'Change state to' })).toBeNull()
    press('a')
    press('j')
    await isAt(ids[1])
    press('u')
    await isAt(ids[0])
    await decide()
    expect(await moves()).toEqual([])
  })

  it('does not hear letters that are typed, come with another key, or are meant for the rest of the page', async () => {
    const { isAt, moves } = await openToDecide(0)
    await decide()
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { repeat: true }])
      for (const key of ['j', 'a']) press(key, more)
    screen.getByRole('textbox', { name: 'Note' }).focus()
    for (const key of ['j', 'a']) press(key)
    screen.getByRole('searchbox').focus()
    for (const key of ['j', 'a']) press(key)
    for (const key of ['j', 'a']) fireEvent.keyDown(document.body, { key })
    await isAt(ids[0])
    expect(await moves()).toEqual([])
  })

  it('decides nothing about an answer that the panel does not show yet', async () => {
    unread = ids[0]
    const { isAt, moves } = await openToDecide(0)
    await decide()
    press('a')
    press('j')
    await isAt(ids[1])
    expect(await moves()).toEqual([])
    press('a')
    await isAt(ids[2])
    await waitFor(async () => expect(await moves()).toMatchObject([{ answer: ids[1] }]))
  })

  it('lets go of what is held when the page goes away', async () => {
    const { isAt, local, moves } = await openToDecide(0)
    await decide()
    press('a')
    await isAt(ids[1])
    await waitFor(async () => expect(await moves()).toHaveLength(1))
    await screen.findByText('VIS1: Aprobado')
    fireEvent(window, new Event('pagehide'))
    await waitFor(async () => expect((await listOutbox(local))[0]?.state).toEqual({ kind: 'waiting', notBefore: 0 }))
  })

  it('says that it is decided, and offers the way back, only when it is in the outbox', async () => {
    const arrived = Promise.withResolvers<void>()
    const slow = async (asked: SentRequest) => {
      if (asked.path === `/api/answers/${ids[0]}`) await arrived.promise
      return pageFor(asked)
    }
    const { isAt, moves } = await openToDecide(0, '', { answer: slow as unknown as typeof pageFor })
    await decide()
    press('a')
    await isAt(ids[1])
    press('k')
    await isAt(ids[0])
    await screen.findByText('Changing state…')
    expect([screen.queryByText('VIS1: Aprobado'), screen.queryByText('New state:'), await moves()]).toEqual([
      null,
      null,
      [],
    ])
    press('u')
    arrived.resolve()
    await screen.findByText('VIS1: Aprobado')
    expect(screen.queryByText('Changing state…')).toBeNull()
    expect(await moves()).toHaveLength(1)
  })

  it('says what storage refused, and offers it again', async () => {
    const { isAt, local, moves } = await openToDecide(0)
    await decide()
    local.database.outbox.hook('creating', () => {
      throw new DOMException('', 'QuotaExceededError')
    })
    press('a')
    await isAt(ids[1])
    await screen.findByText(/^VIS1: The state could not be updated\. /)
    press('k')
    await isAt(ids[0])
    await decide()
    expect([screen.queryByText('Changing state…'), await moves()]).toEqual([null, []])
  })

  it('is said no longer when its entry was taken back elsewhere', async () => {
    const { isAt, local } = await openToDecide(0)
    await decide()
    press('a')
    await isAt(ids[1])
    press('k')
    await isAt(ids[0])
    await screen.findByText('New state:')
    const [entry] = await listOutbox(local)
    if (entry !== undefined) await withdrawChange(local, entry.id)
    await decide()
    expect(screen.queryByText('New state:')).toBeNull()
  })

  it('reports what did not come to be, by its name, and offers it again', async () => {
    const moved = (asked: SentRequest) =>
      asked.path === `/api/answers/${ids[0]}`
        ? Response.json({ answer: { ...ALL[0], estados: { ...ALL[0]?.estados, actual: 1 } } })
        : pageFor(asked)
    const { isAt, moves } = await openToDecide(0, '', { answer: moved })
    fireEvent.click(within(await decide()).getByRole('button', { name: 'Aprobado' }))
    await isAt(ids[1])
    await screen.findByText('VIS1: The state could not be updated. Someone else has already changed its state.')
    expect(await moves()).toEqual([])
    press('k')
    await isAt(ids[0])
    await decide()
  })

  it('is only for who moves answers; the others read on by the same keys', async () => {
    const { isAt, moves } = await openToDecide(0, '', { role: 'ROLE_INSPECTOR' })
    await screen.findByText('1 of 15 on this page')
    press('a')
    press('j')
    await isAt(ids[1])
    expect(screen.queryByRole('group', { name: 'Change state to' })).toBeNull()
    expect(await moves()).toEqual([])
  })
})
