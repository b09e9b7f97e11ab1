// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import {
  addQuestion,
  addSection,
  createEmptyForm,
  NO_LOCKS,
  updateForm,
  updateQuestion,
} from '#domain/templates/index.ts'
import { createJournal, WINDOW_TIMERS } from '#local/index.ts'
import { ALL_OFFERED } from '#tests/support/builders/form-parts.ts'
import { keysOf } from '#tests/support/builders/template-edits.ts'
import { startTranslations } from '#ui/index.ts'
import { EditorProvider } from '../store/editor-context.tsx'
import { applyEdit, createEditorStore } from '../store/editor-store.ts'
import { checkForm } from '../store/problems.ts'
import { EditorSaveBar } from './save-bar.tsx'
import type { SaveState } from './use-save.ts'

beforeEach(async () => {
  await startTranslations()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failed = (code: ProblemCode): SaveState => ({ kind: 'failed', intent: 'publish', problem: { code } })

function barOf(state: SaveState) {
  const host = { now: () => 0, newKey: keysOf('k'), offer: () => ALL_OFFERED, timers: WINDOW_TIMERS }
  const store = createEditorStore(templateIdSchema.parse('comercios'), { form: createEmptyForm(), base: null }, host)
  const journal = createJournal(async () => ({ ok: true, value: undefined }), WINDOW_TIMERS)
  const bar = (shown: SaveState) => (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <EditorProvider value={store}>
          <EditorSaveBar
            journal={journal}
            state={shown}
            onSave={() => undefined}
            onDismiss={() => undefined}
            onOutline={() => undefined}
          />
        </EditorProvider>
      </MantineProvider>
    </I18nProvider>
  )
  const { rerender } = render(bar(state))
  return { store, show: (next: SaveState) => rerender(bar(next)) }
}

const pass = (milliseconds: number): void => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const alert = () => screen.queryByRole('alert')?.textContent
const REASON = 'There is no connection to the server.'

it('a failed save is an alert for 5 s, and then a note until the next save', () => {
  const { show } = barOf(failed('network.unreachable'))
  pass(4999)
  expect(alert()).toBe(`The form could not be saved. Try again later. ${REASON} Your changes stay on this device.`)
  pass(1)
  expect(alert()).toBeUndefined()
  screen.getByText('Not saved.')
  screen.getByText(REASON, { exact: false })
  show({ kind: 'saving', intent: 'publish' })
  expect(screen.queryByText('Not saved.')).toBeNull()
  show(failed('network.unreachable'))
  expect(alert()).toContain(REASON)
})

it.each(['template.missing', 'template.deleted'] as const)(
  '%s says how to keep the work, and nothing of answering',
  (code) => {
    barOf(failed(code))
    expect(alert()).toContain('This form was deleted or is no longer in your areas.')
    expect(alert()).not.toMatch(/answer/)
  },
)

it('what keeps it from being saved is a line once work continues, and unfolds when someone asks', () => {
  const { store } = barOf({ kind: 'problems', intent: 'publish' })
  act(() => void checkForm(store))
  const head = screen.getByRole('button', { name: /The form was not published\. Fix 3 problems\./ })
  expect(document.activeElement).toBe(head)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  act(() => void applyEdit(store, 'title', (form) => updateForm(form, { descripcion: 'x' })))
  expect(head.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  act(() => head.click())
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

it('publishes a locked form only if something was changed, or in its draft', () => {
  const { store } = barOf({ kind: 'idle' })
  const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled
  const { form } = store.state.getState()
  const base = { template: null, kept: null, opened: form }
  act(() => store.state.setState({ base, locks: { ...NO_LOCKS, everything: true } }))
  expect(publish()).toBe(true)
  const draft = { revision: 1, lastEdit: undefined } as never
  act(() => store.state.setState({ base: { ...base, kept: draft } }))
  expect(publish()).toBe(false)
  act(() => store.state.setState({ base, form: updateForm(form, { descripcion: 'x' }) }))
  expect(publish()).toBe(false)
})

it('counts what is probably not meant, a moment after the last change', () => {
  const { store } = barOf({ kind: 'idle' })
  act(() => void applyEdit(store, 'add', (form) => addQuestion(addSection(form, 's'), 's', 'q')))
  expect(screen.queryByRole('button', { name: '1 hint' })).toBeNull()
  pass(800)
  screen.getByRole('button', { name: '1 hint' })
  act(() => void applyEdit(store, 'title', (form) => updateQuestion(form, 'q', { titulo: 'Name' })))
  pass(800)
  expect(screen.queryByRole('button', { name: '1 hint' })).toBeNull()
})
