// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TemplateDraft, templateDraftSchema } from '#domain/templates/index.ts'
import type { PreviewMessage } from '#domain/preview/index.ts'
import { PreviewScreen } from './preview-screen.tsx'

const DRAFT: TemplateDraft = templateDraftSchema.parse({
  titulo: 'Obras',
  secciones: [
    { orden: 0, titulo: 'Local', preguntas: [{ orden: 0, titulo: 'Dueño', tipoPregunta: 1, required: true }] },
  ],
})
const around = { postMessage: vi.fn() }

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  Object.defineProperty(window, 'parent', { value: around, configurable: true })
})
afterEach(() => {
  cleanup()
  around.postMessage.mockClear()
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
  vi.unstubAllGlobals()
})

function show(): void {
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <PreviewScreen />
      </MantineProvider>
    </I18nProvider>,
  )
}

type From = { readonly origin?: string; readonly source?: unknown; readonly language?: string }
const say = (draft: unknown, from: From = {}): void => {
  const { language = 'en' } = from
  const data = { relevo: 'preview', viewer: 'staff', language, draft } satisfies Record<keyof PreviewMessage, unknown>
  const { origin = location.origin, source = around } = from
  act(() => void dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window })))
}

describe('the page that a form is tried out on', () => {
  it('tells the editor around it that it listens, and shows what it is handed', async () => {
    show()
    expect(around.postMessage).toHaveBeenCalledWith({ relevo: 'preview-ready' }, location.origin)
    say(DRAFT)
    await screen.findByRole('heading', { name: 'Obras', level: 1 })
    await screen.findByLabelText(/Dueño/)
  })

  it('has the plural rules of the language that it is shown in', async () => {
    show()
    say(DRAFT, { language: 'ek' })
    // "ek" of the specification is no language tag: without one, plurals follow the system.
    await waitFor(() => expect([i18n.locale, i18n.locales]).toEqual(['ek', 'eu']))
  })

  it.each([
    ['another site', { origin: 'https://elsewhere.example' }],
    ['another window', { source: window }],
  ])('shows nothing that comes from %s', (_name, from) => {
    show()
    say(DRAFT, from)
    expect(screen.queryByRole('heading', { name: 'Obras' })).toBeNull()
  })

  it('shows nothing that is no form', () => {
    show()
    say({ titulo: 7 })
    expect(screen.queryByRole('heading', { name: 'Preview' })).not.toBeNull()
  })

  it('checks an answer as saving does, keeps nothing, and begins again', async () => {
    const databases = vi.fn()
    vi.stubGlobal('indexedDB', { open: databases })
    show()
    say(DRAFT)
    const save = await screen.findByRole('button', { name: 'Save answer' })
    fireEvent.click(save)
    await screen.findByText(/Next missing/)
    fireEvent.change(await screen.findByLabelText(/Dueño/), { target: { value: 'Ana' } })
    fireEvent.click(save)
    await screen.findByText(/nothing is saved or sent/)
    expect(databases).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Try the form again' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Dueño/).value).toBe(''))
  })

  it('tells the editor when someone presses Escape, unless the key was for something in the form', () => {
    show()
    around.postMessage.mockClear()
    fireEvent.keyDown(document.body, { key: 'a' })
    const taken = (event: Event): void => event.preventDefault()
    document.body.addEventListener('keydown', taken)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    document.body.removeEventListener('keydown', taken)
    expect(around.postMessage).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(around.postMessage.mock.calls).toEqual([[{ relevo: 'preview-left' }, location.origin]])
  })

  it('opened automatically says where it belongs', () => {
    Object.defineProperty(window, 'parent', { value: window, configurable: true })
    show()
    screen.getByText('There is nothing to preview here.')
    expect(around.postMessage).not.toHaveBeenCalled()
  })
})
