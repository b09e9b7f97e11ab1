// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { type Draft, listDrafts, listOutbox, saveDraft } from '#local/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PortalForm } from '../portal/portal-form.tsx'
import { PublicPages } from '../public/public-pages.tsx'
import { CHECK_PAGE_STATE } from '../save/sending.tsx'

configure({ asyncUtilTimeout: 15_000 })
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const secciones = [
  section(0, [
    question(0, { titulo: 'Name', required: true }),
    question(1, { titulo: 'Remarks' }),
    question(2, { titulo: 'Open on Sundays', tipoPregunta: QUESTION_TYPE.BOOLEAN }),
    question(3, { titulo: 'A heading', tipoDato: 7 }),
  ]),
  section(1, [], {
    titulo: '',
    conditionalSection: true,
    conditionalQuestion: 'Kind',
    conditions: [condition(0, [question(0, { titulo: 'Seats' })]), condition(1, [])],
  }),
]
const FORM = buildPlainTemplate({}, { titulo: 'Shops', secciones, opcionales: { publico: true, checksAnswers: true } })
const ADDRESS = `/publico/contestar/${FORM.id}`

type Before = { readonly state?: string; readonly drafts?: readonly Draft[] }

async function open(form = FORM, Screen = PublicPages, { state, drafts = [] }: Before = {}) {
  history.pushState(state ?? null, '', ADDRESS)
  const citizen = { id: 'c1', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' }
  return openScreen({
    path: '/outside',
    screen: () => <Screen />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    fill: async (local) => {
      for (const draft of drafts) await saveDraft(local, draft)
    },
    answer: ({ path }) => {
      if (path.includes('/permits')) return Response.json({ permit: 'p', until: toInstant(0), citizen })
      const reply = { form: toPublicForm(form, false), codeHidden: false, refusal: null }
      return /\/(?:public|citizen)\//.test(path) ? Response.json(reply) : undefined
    },
  })
}
const PortalPage = () => <PortalForm id={FORM.id} username="rosa" />
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const page = () => screen.findByRole('heading', { level: 1, name: 'Check your answers' })
const isChecking = () => screen.queryByRole('heading', { name: 'Check your answers' }) !== null
const type = (id: string, value: string) =>
  act(async () => void fireEvent.change(document.getElementById(id) ?? document.body, { target: { value } }))
async function fillAndCheck() {
  await screen.findByRole('textbox', { name: /Name/ })
  await type('q-0-0', 'El Puente')
  await press('Continue')
  await page()
}
const goBack = () => act(async () => history.back())
const rows = () =>
  screen.getAllByRole('term').map((term) => {
    const [answer] = within(term.parentElement ?? term).getAllByRole('definition')
    return [term.textContent, answer?.textContent]
  })

describe('the page that shows all answers before they are sent', () => {
  it('does not open while something is missing', async () => {
    await open()
    await press('Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Some required fields are missing.')
    expect([isChecking(), history.state]).toEqual([false, null])
  })

  it('lists every question in words, also unanswered ones, and sends nothing', async () => {
    const { local } = await open()
    await screen.findByRole('textbox', { name: /Name/ })
    fireEvent.click(screen.getByRole('radio', { name: 'No' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Condition 0' }))
    await fillAndCheck()
    expect(rows()).toEqual([
      ['Name', 'El Puente'],
      ['Remarks', 'Not answered'],
      ['Open on Sundays', 'No'],
      ['Kind', 'Condition 0'],
      ['Seats', 'Not answered'],
    ])
    expect(await listOutbox(local)).toEqual([])
    expect(location.pathname).toBe(ADDRESS)
  })

  it('leads back to a question that is to be changed, and shows the change', async () => {
    await open()
    await fillAndCheck()
    await press('Change Remarks')
    await waitFor(() => expect(document.activeElement?.id).toBe('q-0-1'))
    await waitFor(() => expect([isChecking(), history.state]).toEqual([false, null]))
    await type('q-0-1', 'Two doors')
    await press('Continue')
    await page()
    expect(rows()).toContainEqual(['Remarks', 'Two doors'])
  })

  it('closes on Back, with the focus where it was, and opens again on Forward', async () => {
    await open()
    const { length } = history
    await fillAndCheck()
    await goBack()
    await waitFor(() => expect(isChecking()).toBe(false))
    await waitFor(() => expect(document.title).toBe('Shops · Relevo'))
    await act(async () => history.forward())
    await page()
    expect([history.length - length, history.state]).toEqual([1, CHECK_PAGE_STATE])
    await press('Back to the form')
    await waitFor(() => expect(isChecking()).toBe(false))
  })

  it('sends once, and leaves no way back to a sent form', async () => {
    const { local } = await open()
    await fillAndCheck()
    const send = await button('Send')
    fireEvent.click(send)
    fireEvent.click(send)
    await screen.findByRole('heading', { level: 1, name: 'The answer was saved' })
    expect([(await listOutbox(local)).length, history.state]).toEqual([1, null])
    expect(location.pathname).toMatch(/^\/publico\/guardado\//)
    await act(async () => history.forward())
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Name/ })).value).toBe('')
    expect(isChecking()).toBe(false)
  })

  it('is shown again after a reload', async () => {
    const { local } = await open()
    await fillAndCheck()
    await waitFor(async () => expect(await listDrafts(local)).toHaveLength(1))
    const drafts = await listDrafts(local)
    cleanup()
    const { length } = history
    await open(FORM, PublicPages, { state: CHECK_PAGE_STATE, drafts })
    await page()
    expect(rows()).toContainEqual(['Name', 'El Puente'])
    await press('Send')
    await screen.findByRole('heading', { level: 1, name: 'The answer was saved' })
    expect(history.length).toBe(length + 1)
  })

  it('stays closed after a reload where nothing was written', async () => {
    await open(FORM, PublicPages, { state: CHECK_PAGE_STATE })
    await screen.findByRole('textbox', { name: /Name/ })
    await waitFor(() => expect([isChecking(), history.state]).toEqual([false, null]))
  })

  it('returns to what another window has emptied in the meantime', async () => {
    const { local } = await open()
    await fillAndCheck()
    await type('q-0-0', '')
    await press('Send')
    await waitFor(() => expect(document.activeElement?.id).toBe('q-0-0'))
    expect(await listOutbox(local)).toEqual([])
  })

  it('is not there for forms without it', async () => {
    const opcionales = { ...FORM.opcionales, checksAnswers: false }
    const { local } = await open({ ...FORM, opcionales })
    await screen.findByRole('textbox', { name: /Name/ })
    await type('q-0-0', 'El Puente')
    await press('Send')
    await screen.findByRole('heading', { level: 1, name: 'The answer was saved' })
    expect(await listOutbox(local)).toHaveLength(1)
  })

  it('repeats what to do in an emergency', async () => {
    await open({ ...FORM, textoEmergencia: 'Llame al 911.' })
    await fillAndCheck()
    expect(screen.getAllByText('Llame al 911.')).toHaveLength(2)
  })

  it('is shown to citizens of the portal, and says why an answer cannot be saved', async () => {
    const opcionales = { ...FORM.opcionales, publico: false, citizenAssociationFromCitizenPortal: true }
    const { local } = await open({ ...FORM, opcionales, textoEmergencia: 'Llame al 911.' }, PortalPage)
    await fillAndCheck()
    expect(screen.getAllByText('Llame al 911.')).toHaveLength(2)
    expect(await listOutbox(local)).toEqual([])
    // The account of this device belongs to no citizen, so its answers are refused.
    await press('Send')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The answer is not saved yet\./)
    expect([isChecking(), (await button('Send')).hasAttribute('data-loading')]).toEqual([true, false])
    expect(await listOutbox(local)).toEqual([])
  })

  it('offers the appointment that follows', async () => {
    await open({ ...FORM, opcionales: { ...FORM.opcionales, addAppointment: true } })
    await fillAndCheck()
    await press('Send and book an appointment')
    await screen.findByRole('heading', { level: 1, name: 'The answer was saved' })
    expect(location.hash).toBe('#turno')
  })
})
