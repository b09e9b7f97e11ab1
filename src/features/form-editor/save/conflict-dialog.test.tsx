// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { IDBFactory } from 'fake-indexeddb'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FormTemplate,
  toTemplateDraft,
  pickDraftFields,
  type EditorForm,
  toEditorForm,
  walkQuestions,
  removeSection,
  setFormOption,
  updateForm,
  updateQuestion,
} from '#domain/templates/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { ALL_OFFERED } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { keysOf } from '#tests/support/builders/template-edits.ts'
import { openLocal } from '#local/index.ts'
import { AccountProvider, startTranslations, type Account } from '#ui/index.ts'
import { EditorProvider } from '../store/editor-context.tsx'
import { applyEdit, createEditorStore, setServerFacts, undoStep } from '../store/editor-store.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

const SAVED = buildTemplate()
const ACCOUNT = {
  local: openLocal(AUTHOR_PROFILE.id, { indexedDB: new IDBFactory() }),
} as unknown as Account
const HOST = {
  now: () => 0,
  newKey: keysOf('new'),
  offer: () => ALL_OFFERED,
  timers: { set: () => 0, clear: () => undefined },
}

beforeEach(async () => {
  await startTranslations()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ask =
  (titulo: string, changed: string) =>
  (form: EditorForm): EditorForm => {
    const key = [...walkQuestions(form)].find(({ found }) => found.titulo === titulo)?.found.key ?? ''
    return updateQuestion(form, key, { titulo: changed })
  }

/** The dialog over my changes, after another user saved theirs of the same version. */
function conflict(mine: (form: EditorForm) => EditorForm, theirs: (form: EditorForm) => EditorForm, known = true) {
  const opened = toEditorForm(SAVED, keysOf('mine'))
  const current: FormTemplate = {
    ...SAVED,
    ...toTemplateDraft(theirs(toEditorForm(SAVED, keysOf('theirs')))),
    areas: SAVED.areas,
    version: 2,
  }
  const store = createEditorStore(
    templateIdSchema.parse('comercios'),
    { form: opened, base: known ? { template: SAVED, kept: null, opened } : null },
    HOST,
  )
  applyEdit(store, 'mine', mine)
  const [onClose, onBroken] = [vi.fn(), vi.fn()]
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={ACCOUNT}>
          <EditorProvider value={store}>
            <ConflictDialog
              current={{ template: current, kept: null }}
              publishing
              settle={async (base) => setServerFacts(store, { base })}
              onClose={onClose}
              onBroken={onBroken}
            />
          </EditorProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { store, onClose, onBroken, current, draft: () => toTemplateDraft(store.state.getState().form) }
}

describe('two editors of one form', () => {
  it('that touched different things go together, and the next save is made over theirs', () => {
    const { draft, store, onClose, current } = conflict(ask('Nombre', 'Razón social'), (form) =>
      updateForm(form, { descripcion: 'Theirs' }),
    )
    expect(screen.getByText('Your changes and theirs do not conflict.', { exact: false })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Merge both versions' }))
    expect(draft().descripcion).toBe('Theirs')
    expect(draft().secciones[0]?.preguntas[0]?.titulo).toBe('Razón social')
    expect(store.state.getState().base?.template).toBe(current)
    expect(onClose).toHaveBeenCalled()
  })

  it('that gave one question two titles read both, with its name, and choose', () => {
    const { draft } = conflict(ask('Nombre', 'Mine'), ask('Nombre', 'Theirs'))
    expect(screen.getByText('Question “Mine” · Title')).toBeTruthy()
    expect(screen.getByText('My version: Mine')).toBeTruthy()
    expect(screen.getByText('Their version: Theirs')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Their version' }))
    fireEvent.click(screen.getByRole('button', { name: 'Merge both versions' }))
    expect(draft().secciones[0]?.preguntas[0]?.titulo).toBe('Theirs')
  })

  it('of which one deleted what the other worded read what would go, in words', () => {
    conflict((form) => removeSection(form, form.secciones[2]?.key ?? ''), ask('Metros', 'Metros cuadrados'))
    expect(screen.getByText('Section “Tipo de local”')).toBeTruthy()
    expect(screen.getByText('My version: deleted')).toBeTruthy()
    expect(screen.getByText(/^Their version: Tipo de local, .*Metros cuadrados/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('{"')
  })

  it('of whom one made it public and the other tied a citizen to it are notified at once that both together cannot be saved', () => {
    const { store, onBroken } = conflict(
      (form) => setFormOption(form, 'publico', true, { newKey: HOST.newKey }),
      (form) => setFormOption(form, 'ciudadano', true, { newKey: HOST.newKey }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Merge both versions' }))
    expect(store.state.getState().problems.map(({ code }) => code)).toEqual([
      'option.not-with-citizen',
      'option.not-with-public',
    ])
    expect(onBroken).toHaveBeenCalledOnce()
    undoStep(store)
    expect(toTemplateDraft(store.state.getState().form).opcionales).toMatchObject({ publico: true, ciudadano: false })
  })

  it('whose changes go together are not notified of anything wrong', () => {
    const { onBroken, store } = conflict(ask('Nombre', 'Mine'), (form) => updateForm(form, { descripcion: 'Theirs' }))
    fireEvent.click(screen.getByRole('button', { name: 'Merge both versions' }))
    expect([onBroken.mock.calls.length, store.state.getState().problems.length]).toEqual([0, 0])
  })

  it('of a form that another window saved first keep what both made of it, too', () => {
    const { draft, store, current } = conflict(
      ask('Nombre', 'Razón social'),
      (form) => updateForm(form, { descripcion: 'Theirs' }),
      false,
    )
    expect(screen.getByText(/The form was saved in another window/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Their version' }))
    fireEvent.click(screen.getByRole('button', { name: 'Merge both versions' }))
    expect(draft().descripcion).toBe('Theirs')
    expect(draft().secciones.flatMap(({ preguntas }) => preguntas.map(({ titulo }) => titulo))).toContain(
      'Razón social',
    )
    expect(store.state.getState().base?.template).toBe(current)
  })

  it('may also take the saved form; undo has the own one', () => {
    const { draft, current, store } = conflict(ask('Nombre', 'Mine'), ask('Nombre', 'Theirs'))
    fireEvent.click(screen.getByRole('button', { name: 'Use the saved version' }))
    expect(draft()).toEqual(pickDraftFields(current))
    undoStep(store)
    expect(draft().secciones[0]?.preguntas[0]?.titulo).toBe('Mine')
  })
})
