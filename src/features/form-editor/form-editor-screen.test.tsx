// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { addProblemMessages } from '#ui/index.ts'
import { getFieldElementId } from './element-ids.ts'
import { FormEditorScreen } from './form-editor-screen.tsx'
import { EDITOR_MESSAGES } from './messages/problem-messages.ts'

// Renders the whole editor several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })
const SOON = { timeout: 20_000 }

beforeEach(() => {
  addProblemMessages(EDITOR_MESSAGES)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const FORM = buildPlainTemplate(
  { id: templateIdSchema.parse('poda'), areas: [AREA] },
  { titulo: 'Poda', secciones: [section(0, [question(0)])] },
)
const EDITOR = { path: '/editar/$id/{-$tipo}', screen: FormEditorScreen, role: 'ROLE_GENERADOR', areas: AREAS } as const

const said = (text: string) => screen.findByText(text, {}, SOON)

/** By id and text: queries by role take seconds in a page of this size. */
const title = () =>
  waitFor(() => document.getElementById(getFieldElementId('titulo')) ?? expect.fail('not open yet'), SOON)

/** Gives the form in the editor a title and saves it, with this reply of the server. */
async function saving(titulo: string, reply: (asked: SentRequest) => Response | undefined) {
  const answer = (asked: SentRequest) =>
    asked.method === 'GET' ? Response.json({ template: FORM, kept: null, answers: 0 }) : reply(asked)
  const opened = await openScreen({ ...EDITOR, templates: [FORM], address: '/editar/poda', answer })
  fireEvent.change(await title(), { target: { value: titulo } })
  fireEvent.click(screen.getByText('Publish'))
  return { ...opened, saves: () => opened.asked.filter(({ method }) => method !== 'GET') }
}

describe('a save (part 2, point 4)', () => {
  it('says that the form was edited, and goes to the list', async () => {
    const { saves, pathname, sendNow } = await saving('Poda y tala', () =>
      Response.json({ template: { ...FORM, version: FORM.version + 1 } }),
    )
    await said('The form was updated')
    await waitFor(() => expect(pathname()).toBe('/listar'), SOON)
    expect(saves()).toMatchObject([
      { method: 'PUT', path: '/api/templates/poda', body: { base: FORM.version, draft: { titulo: 'Poda y tala' } } },
    ])
    expect(sendNow).toHaveBeenCalled()
  })

  it('that fails says so, and the form stays where it is', async () => {
    const { pathname, sendNow } = await saving('Poda y tala', () => undefined)
    expect((await said('The form could not be saved. Try again later.')).closest('[role=alert]')).not.toBeNull()
    expect([pathname(), sendNow.mock.calls]).toEqual(['/editar/poda', []])
  })

  it('that the server refuses shows each reason, in order and at its field', async () => {
    const problems = [
      { code: 'template.title-required', place: { kind: 'field', field: 'titulo' } },
      { code: 'template.area-unknown', place: { kind: 'field', field: 'areas' } },
    ]
    await saving('Poda y tala', () => Response.json({ error: { code: 'template.invalid' }, problems }, { status: 422 }))
    const summary = (await said('The form was not published. Fix 2 problems.')).closest('[role=alert]')
    expect([...(summary?.querySelectorAll('li button') ?? [])].map((line) => line.textContent)).toEqual([
      'Enter a title.Title',
      'This area no longer exists. Choose another one.Area',
    ])
    expect((await title()).getAttribute('aria-invalid')).toBe('true')
  })

  it('is not asked of the server while a rule is broken', async () => {
    const { saves } = await saving(' ', () => undefined)
    await said('The form was not published. Fix 1 problem.')
    expect(saves()).toEqual([])
  })
})

it('a form that may have mistakes is published after each was shown with its place', async () => {
  const state = (id: number) => ({ id, nombre: `State ${id}`, transiciones: [] })
  const estados = { disponibles: [state(0), state(1)], inicial: 0, history: [] }
  const choice = question(1, { titulo: 'Color', tipoPregunta: QUESTION_TYPE.RADIO })
  const flow = { ...FORM, estados, secciones: [section(0, [question(0), choice])] }
  const { asked, pathname } = await openScreen({
    ...EDITOR,
    templates: [flow],
    address: '/editar/poda',
    answer: ({ method }) =>
      method === 'GET'
        ? Response.json({ template: flow, kept: null, answers: 0 })
        : Response.json({ template: { ...flow, version: flow.version + 1 } }),
  })
  const sent = () => asked.filter(({ method }) => method !== 'GET').length
  fireEvent.change(await title(), { target: { value: 'Flow' } })
  fireEvent.click(screen.getByText('Publish'))
  const dialog = (await said('Check before publishing')).closest('[role=dialog]')
  expect([...(dialog?.querySelectorAll('li button') ?? [])].map((line) => line.textContent)).toEqual([
    'No other state can follow the initial state, so every answer would stay in it.State 0',
    'No other state leads to this one.State 1',
    'A question has no options.Section 0 · Color',
  ])
  expect(sent()).toBe(0)
  fireEvent.click(screen.getByText('Publish anyway'))
  await waitFor(() => expect(pathname()).toBe('/listar'), SOON)
  expect(sent()).toBe(1)
})

describe('a shorter retention period', () => {
  const { version: base, deleted: _deleted, ...content } = FORM
  const lastEdit = { date: FORM.timeStamp, username: 'gil' }
  const kept = { ...content, retention: 'P1Y', base, revision: 1, seenIn: [AREA], lastEdit }

  /** Publishes a draft whose answers are erased after a year, with this reply about their number. */
  async function publishing(preview: () => Response | undefined) {
    const opened = await openScreen({
      ...EDITOR,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      templates: [FORM],
      address: '/editar/poda',
      answer: ({ method, path }) => {
        if (path.includes('/retention')) return preview()
        const template = method === 'GET' ? FORM : { ...FORM, retention: 'P1Y', version: 2 }
        return Response.json(method === 'GET' ? { template, kept, answers: 3 } : { template })
      },
    })
    await title()
    fireEvent.click(screen.getByText('Publish'))
    return { ...opened, saves: () => opened.asked.filter(({ method }) => method !== 'GET').length }
  }

  it('is published after the number of answers and the first day were confirmed', async () => {
    const { asked, saves, pathname } = await publishing(() =>
      Response.json({ answers: 12, from: '2026-12-01T12:00:00.000Z' }),
    )
    await said('Erase answers after 1 year?')
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain(
      'From 01/12/2026, 12 answers are erased. After that, each answer is erased 1 year after its last change.',
    )
    expect(dialog.textContent).toContain('Erased answers cannot be restored. Devices delete their copies.')
    expect(asked.some(({ path }) => path === '/api/templates/poda/retention?period=P1Y')).toBe(true)
    expect(saves()).toBe(0)
    fireEvent.click(within(dialog).getByText('Publish'))
    await waitFor(() => expect(pathname()).toBe('/listar'), SOON)
    expect(saves()).toBe(1)
  })

  it('says when no answer is that old yet, and is not published when that is cancelled', async () => {
    const { saves } = await publishing(() => Response.json({ answers: 0, from: '2026-12-01T12:00:00.000Z' }))
    await said('Erase answers after 1 year?')
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain(
      'No answer will be old enough to be erased on 01/12/2026. After that, each answer is erased 1 year',
    )
    fireEvent.click(within(dialog).getByText('Cancel'))
    await waitFor(() => expect(screen.queryByText('Erase answers after 1 year?')).toBeNull(), SOON)
    expect(saves()).toBe(0)
  })

  it.each([
    ['offline', () => undefined],
    ['after an error of the server', () => new Response('', { status: 500 })],
  ])('is not published %s, because its effect is unknown', async (_, preview) => {
    const { saves } = await publishing(preview)
    expect((await said('The form could not be saved. Try again later.')).closest('[role=alert]')).not.toBeNull()
    expect([screen.queryByRole('dialog'), saves()]).toEqual([null, 0])
  })
})

/** Publishes a form for the first time. */
async function publishingFirst() {
  const { version: _version, deleted: _deleted, ...content } = FORM
  const lastEdit = { date: FORM.timeStamp, username: 'gil' }
  const kept = { ...content, base: 0, revision: 1, seenIn: [AREA], lastEdit }
  const opened = await openScreen({
    ...EDITOR,
    templates: [],
    address: '/editar/poda',
    answer: ({ method }) =>
      method === 'GET' ? Response.json({ template: null, kept, answers: 0 }) : Response.json({ template: FORM }),
  })
  await title()
  screen.getByRole('heading', { level: 1, name: 'Edit form' })
  fireEvent.click(screen.getByText('Publish'))
  await said('“Poda” was published')
  return opened
}

it('a form that is published for the first time shows where it is answered, and the list after it', async () => {
  const { pathname } = await publishingFirst()
  expect(screen.getByDisplayValue(`${location.origin}/contestar/poda`)).toBeTruthy()
  screen.getByLabelText('QR code of the form’s address')
  screen.getByText('Copy the address')
  expect(pathname()).toBe('/editar/poda')
  // The notification would cover the buttons on a phone, so the dialog has the text.
  expect(screen.queryByText('The form was created')).toBeNull()
  fireEvent.click(screen.getByText('Back to the forms'))
  await waitFor(() => expect(pathname()).toBe('/listar'), SOON)
  await said('The form was created')
})

it('a form that becomes public is published once that was confirmed', async () => {
  const kept = { ...FORM, opcionales: { ...FORM.opcionales, publico: true } }
  const { version: base, deleted: _deleted, ...content } = kept
  const lastEdit = { date: FORM.timeStamp, username: 'gil' }
  const { asked } = await openScreen({
    ...EDITOR,
    templates: [FORM],
    address: '/editar/poda',
    answer: ({ method }) =>
      method === 'GET'
        ? Response.json({
            template: FORM,
            kept: { ...content, base, revision: 1, seenIn: [AREA], lastEdit },
            answers: 0,
          })
        : Response.json({ template: { ...kept, version: 2 } }),
  })
  const saves = () => asked.filter(({ method }) => method !== 'GET').length
  await title()
  for (const choice of ['Cancel', 'Make public']) {
    fireEvent.click(screen.getByText('Publish'))
    await said('Make “Poda” public?')
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain(`without an account at ${location.origin}/publico/contestar/poda`)
    expect(dialog.textContent).toContain('Answers already received are not shown.')
    expect(saves()).toBe(0)
    fireEvent.click(within(dialog).getByText(choice))
    await waitFor(() => expect(screen.queryByText('Make “Poda” public?')).toBeNull(), SOON)
  }
  await said('“Poda” was published')
  expect(saves()).toBe(1)
})

it.each([['Close'], ['Keep editing']])(
  'stays in the editor with “%s”, where there is nothing left to publish',
  async (way) => {
    const { pathname, asked } = await publishingFirst()
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.click(way === 'Close' ? dialog.getByLabelText('Close') : dialog.getByText(way))
    await waitFor(() => expect(screen.queryByText('“Poda” was published')).toBeNull(), SOON)
    expect([pathname(), (await title()).getAttribute('value') ?? '']).toEqual(['/editar/poda', 'Poda'])
    const before = asked.length
    fireEvent.click(screen.getByText('Publish'))
    await said('Nothing has changed: this form is already published as it is.')
    expect([asked.length, pathname()]).toEqual([before, '/editar/poda'])
  },
)

it('opening a form asks the server once, and its answers lock it', async () => {
  const { asked } = await openScreen({
    ...EDITOR,
    templates: [FORM],
    address: '/editar/poda',
    answer: () => Response.json({ template: FORM, kept: null, answers: 3 }),
  })
  await title()
  expect(screen.queryByText('Add section')).toBeNull()
  expect(asked.filter(({ path }) => path === '/api/templates/poda/draft')).toHaveLength(1)
})

it('the address of a form that is not there says so (part 2, point 8)', async () => {
  await openScreen({
    ...EDITOR,
    templates: [],
    address: '/editar/unknown',
    answer: () => Response.json({ error: { code: 'template.missing' } }, { status: 404 }),
  })
  await said('This form does not exist.')
})

it('a form of areas beyond one’s own is not edited, public though it may be', async () => {
  const foreign = buildPlainTemplate(
    { id: FORM.id, areas: [`${AREA}-otra` as typeof AREA] },
    { opcionales: { publico: true } },
  )
  await openScreen({ ...EDITOR, templates: [foreign], address: '/editar/poda' })
  await said('You do not have permission to edit this form')
})
