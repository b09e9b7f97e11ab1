// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { notificationsStore } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { templateDraftSchema, NO_LOCKS, toEditorForm } from '#domain/templates/index.ts'
import { PREVIEW_CLOSED, PREVIEW_READY } from '#domain/preview/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { FormPreview } from './index.ts'

const TEMPLATE = buildPlainTemplate({}, { tituloAlternativeLanguage_pt: 'Obras' })
const written = vi.hoisted(() =>
  vi.fn(async (_request: unknown): Promise<object> => ({ ok: false, problem: { code: 'network.unreachable' } })),
)
vi.mock('#documents/index.ts', () => ({ writePdf: written }))
let keys = 0
const onClose = vi.fn()

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const form = toEditorForm(TEMPLATE, () => `k${(keys += 1)}`)
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormPreview
          id={TEMPLATE.id}
          form={form}
          saved={TEMPLATE}
          locks={NO_LOCKS}
          replace={() => undefined}
          onClose={onClose}
        />
      </MantineProvider>
    </I18nProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page in the frame reports that it is ready; returns the message that it then gets. */
function ready(origin = location.origin) {
  const page = screen.getByTitle<HTMLIFrameElement>('The form as it is answered').contentWindow
  if (page === null) throw new Error('no frame')
  const post = vi.spyOn(page, 'postMessage').mockImplementation(() => undefined)
  act(() => void dispatchEvent(new MessageEvent('message', { data: PREVIEW_READY, origin, source: page })))
  return post.mock.calls
}

it('hands the form to its frame, once that listens, and to no one else', () => {
  expect(ready('https://elsewhere.example')).toEqual([])
  const draft = templateDraftSchema.parse(TEMPLATE)
  expect(ready()).toEqual([[{ relevo: 'preview', viewer: 'staff', language: 'en', draft }, location.origin]])
})

it('shows it to the public, too, and says when the form is not public', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Public' }))
  screen.getByText(/This form is not public yet/)
  expect(ready()).toMatchObject([[{ viewer: 'public' }, location.origin]])
})

it('closes when Escape is pressed in the frame, and for no one else', () => {
  const source = screen.getByTitle<HTMLIFrameElement>('The form as it is answered').contentWindow
  act(
    () =>
      void dispatchEvent(
        new MessageEvent('message', { data: PREVIEW_CLOSED, origin: location.origin, source: window }),
      ),
  )
  expect(onClose).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new MessageEvent('message', { data: PREVIEW_CLOSED, origin: location.origin, source })))
  expect(onClose).toHaveBeenCalledOnce()
})

it('is shown in a language of the app, or one that the form is translated into', () => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language of the preview' })
  expect([...select.options].map(({ text }) => text)).toEqual([
    'English',
    'Español',
    'Português',
    'Galego',
    '日本語',
    'Català',
    'Euskara',
  ])
  fireEvent.change(select, { target: { value: 'pt' } })
  expect(ready()).toMatchObject([[{ language: 'pt', viewer: 'staff' }, location.origin]])
})

it('is written as the PDF of a blank answer, in that language', async () => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Language of the preview' }), { target: { value: 'pt' } })
  fireEvent.click(screen.getByRole('button', { name: 'As PDF' }))
  await waitFor(() => expect(written).toHaveBeenCalledOnce())
  expect(written.mock.calls[0]?.[0]).toMatchObject({ language: 'pt', papers: [{ title: 'Obras' }] })
})

it('says that the PDF was downloaded', async () => {
  URL.createObjectURL = () => 'blob:preview'
  written.mockResolvedValueOnce({ ok: true, value: new Blob() })
  fireEvent.click(screen.getByRole('button', { name: 'As PDF' }))
  await waitFor(() =>
    expect(notificationsStore.getState().notifications.map(({ message }) => message)).toContain(
      'The PDF was downloaded',
    ),
  )
})

it('is as wide as the device that is chosen', () => {
  const width = () => screen.getByTitle<HTMLIFrameElement>('The form as it is answered').style.width
  expect(width()).toBe('820px')
  fireEvent.click(screen.getByRole('button', { name: 'Phone' }))
  expect(width()).toBe('390px')
})
