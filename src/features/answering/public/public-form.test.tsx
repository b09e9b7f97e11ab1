// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
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

function open(change: object = {}) {
  const form = buildPlainTemplate({}, { opcionales: { publico: true }, ...change })
  history.replaceState(null, '', `/publico/contestar/${form.id}`)
  return openScreen({
    path: '/public',
    screen: () => <PublicPages />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
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
