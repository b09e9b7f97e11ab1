// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import {
  addOptions,
  addQuestion,
  addSection,
  changeQuestionType,
  createEmptyForm,
  type EditorForm,
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

/** A bar whose hints, a separate file, are loaded. */
async function barWithHints() {
  const bar = barOf({ kind: 'idle' })
  await act(async () => {
    await vi.dynamicImportSettled()
  })
  return bar
}

it('counts what is probably not meant, a moment after the last change', async () => {
  const { store } = await barWithHints()
  act(() => void applyEdit(store, 'add', (form) => addQuestion(addSection(form, 's'), 's', 'q')))
  expect(screen.queryByRole('button', { name: '1 hint' })).toBeNull()
  pass(800)
  screen.getByRole('button', { name: '1 hint' })
  act(() => void applyEdit(store, 'title', (form) => updateQuestion(form, 'q', { titulo: 'Name' })))
  pass(800)
  expect(screen.queryByRole('button', { name: '1 hint' })).toBeNull()
})

describe('what helps readers', () => {
  const question = (titulo: string) =>
    updateQuestion(addQuestion(addSection(createEmptyForm(), 's'), 's', 'q'), 'q', { titulo })
  const show = async (change: (form: EditorForm) => EditorForm) => {
    const { store } = await barWithHints()
    act(() => void applyEdit(store, 'replace', change))
    pass(800)
    return store
  }
  const shown = () => within(screen.getByRole('dialog'))
  const items = () =>
    shown()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('is one folded line below what may be a mistake, and prevents nothing', async () => {
    const store = await show(() => addQuestion(question('Complete los campos en rojo'), 's', 'blank'))
    act(() => screen.getByRole('button', { name: '2 hints' }).click())
    const line = shown().getByText('1 suggestion for readers')
    expect(line.closest('details')?.open).toBe(false)
    expect(items()).toEqual([
      'A question has no title.Section 1 · Question 2',
      'Something is named by its colour alone, which not everyone can see. Add its name or position.Section 1 · Complete los campos en rojo',
    ])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish', hidden: true }).disabled).toBe(false)
    expect(checkForm(store).map(({ code }) => code)).toEqual(['template.title-required', 'template.area-required'])
  })

  it('is not said of a form that cannot be edited', async () => {
    const store = await show(() => question('Complete los campos en rojo'))
    screen.getByRole('button', { name: '1 hint' })
    act(() => store.state.setState({ locks: { ...NO_LOCKS, everything: true } }))
    pass(800)
    expect(screen.queryByRole('button', { name: '1 hint' })).toBeNull()
  })

  it('is open where nothing else is, and each suggestion leads to its place', async () => {
    const store = await show(() => {
      const chosen = changeQuestionType(question('¿Hay agua?'), 'q', QUESTION_TYPE.RADIO)
      const both = addOptions(chosen, 'q', { texts: ['Sí', 'SI'], newKey: keysOf('o') })
      return { ...both, titulo: 'Agua', tituloAlternativeLanguage_ca: 'Aigua' }
    })
    const again = store.state.getState().form.secciones[0]?.preguntas[0]?.opciones[1]?.key ?? ''
    const follow = (text: string): void => {
      act(() => screen.getByRole('button', { name: '2 hints' }).click())
      expect(shown().getByText('2 suggestions for readers').closest('details')?.open).toBe(true)
      act(() => shown().getByText(text).click())
      pass(1000)
    }
    follow('Two options sound the same when they are read out.')
    expect(store.state.getState().reveal).toMatchObject({ key: 'q', focus: { id: `part-${again}-texto` } })
    follow('3 texts are not translated: Català')
    expect(store.state.getState()).toMatchObject({ view: 'settings', translating: 'ca' })
  })
})
