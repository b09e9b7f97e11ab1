// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { deleteDraft, listDrafts, saveAnswer, saveDraft, type Draft, type Local } from '#local/index.ts'
import { there } from '#tests/support/there.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PublicPages } from './public-pages.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  releaseDraftsElsewhere()
  history.replaceState(null, '', '/')
})

function open(change: object = {}, fill?: (local: Local) => Promise<unknown>) {
  const form = buildPlainTemplate({}, { opcionales: { publico: true }, ...change })
  history.replaceState(null, '', `/publico/contestar/${form.id}`)
  return openScreen({
    path: '/public',
    screen: () => <PublicPages />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    ...(fill && { fill }),
    answer: ({ path }) =>
      path.includes('/public/')
        ? Response.json({ form: toPublicForm(form), codeHidden: false, refusal: null })
        : undefined,
  })
}

it('says that another tab has it open', async () => {
  holdDraftsElsewhere()
  await open()
  await screen.findByText(/This answer is open in another window/)
})

it('says what to do in an emergency before anything is asked, in the language of the reader', async () => {
  await open({
    textoEmergencia: 'Si hay peligro,\nllame al 911.',
    textoEmergenciaAlternativeLanguage_en: 'In danger, call 911.',
  })
  const field = await screen.findByRole('textbox', { name: /Nota/ })
  const line = screen.getByText('In danger, call 911.')
  expect(line.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  cleanup()
  await open({ textoEmergencia: 'Llame al 911.' })
  expect((await screen.findByText('Llame al 911.')).lang).toBe('es')
})

it('shows what is sold above the first field', async () => {
  await open(buildTicketForm())
  const sale = await screen.findByRole('region', { name: 'Items for sale' })
  const field = screen.getByRole('textbox', { name: /Nota/ })
  expect(sale.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('has no empty box for a text of spaces', async () => {
  await open({ textoEmergencia: ' \n ' })
  await screen.findByRole('textbox', { name: /Nota/ })
  expect(document.querySelector('[class*="emergency"]')).toBeNull()
})

it('scrolls by the height of the notice about stored text, which would move the fields', async () => {
  const scroll = vi.fn()
  vi.stubGlobal('scrollTo', scroll)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(this: Element) {
    return new DOMRect(0, this.textContent.startsWith('What you write') ? 300 : 500)
  })
  await open()
  fireEvent.change(await screen.findByRole('textbox', { name: /Nota/ }), { target: { value: 'Fell down' } })
  await screen.findByText(/^What you write is kept on this device/)
  expect(scroll).toHaveBeenLastCalledWith(0, 200)
})

const noteField = () => screen.findByRole('textbox', { name: /Nota/ })
const SUBMIT = buildPlainSubmit(1, 'from the other tab')
const SEEN_BEFORE = /^This form was answered on this device on/

describe('an answer that another tab of this browser has sent', () => {
  it('from the same draft ends the form, with links to that answer and to a new one', async () => {
    const { local } = await open()
    fireEvent.change(await noteField(), { target: { value: 'Fell down' } })
    const [draft] = await waitFor(async () => {
      const drafts = await listDrafts(local)
      expect(drafts).toHaveLength(1)
      return drafts
    })
    await act(() => saveAnswer(local, { mutation: { ...SUBMIT, answer: there(draft).id } }))
    await screen.findByText('Form already answered')
    expect(screen.getByRole('link', { name: 'See the state of that answer' }).getAttribute('href')).toBe(
      `/publico/guardado/${SUBMIT.template}/${there(draft).id}`,
    )
    const another = await screen.findByRole('link', { name: 'Send another' })
    expect(another.getAttribute('href')).toBe(`/publico/contestar/${SUBMIT.template}`)
    expect(screen.queryByRole('textbox')).toBeNull()
    screen.getByRole('heading', { level: 1, name: 'Nota' })
    screen.getByText(SEEN_BEFORE)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('from an empty form is shown above the form, also while typing', async () => {
    const { local } = await open()
    const field = await noteField()
    await act(() => saveAnswer(local, { mutation: SUBMIT }))
    await screen.findByText(SEEN_BEFORE)
    fireEvent.change(field, { target: { value: 'Fell down' } })
    const kept = await screen.findByText(/^What you write is kept on this device/)
    expect(kept.parentElement?.contains(screen.getByText(SEEN_BEFORE))).toBe(true)
  })

  it('ends an empty form that accepts one answer, without a link to a new one', async () => {
    const { local } = await open({ opcionales: { publico: true, singleAnswer: true } })
    await noteField()
    await act(() => saveAnswer(local, { mutation: SUBMIT }))
    await screen.findByText('Form already answered')
    expect(screen.queryByRole('link', { name: 'Send another' })).toBeNull()
  })
})

it('opens a new form once the draft in question was discarded in another tab', async () => {
  const at = '2026-11-20T09:00:00.000Z'
  const times = { startedAt: at, updatedAt: at } as Pick<Draft, 'startedAt' | 'updatedAt'>
  const { answer: id, template, content } = SUBMIT
  const draft = { id, template, content, version: 1, header: { signatures: [] }, ...times }
  const { local } = await open({}, (device) => saveDraft(device, draft))
  await screen.findByText('A draft of this form is on this device.')
  // A draft of one's own is no error.
  expect(document.querySelector('[data-tone=attention]')).toBeNull()
  await act(() => deleteDraft(local, id))
  await noteField()
})
