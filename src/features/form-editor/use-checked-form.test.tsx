// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { toEditorForm, updateForm, type TemplateProblem } from '#domain/templates/index.ts'
import { ALL_OFFERED, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { EditorProvider } from './store/editor-context.tsx'
import { applyEdit, createEditorStore, type EditorStore } from './store/editor-store.ts'
import { checkForm, setProblems } from './store/problems.ts'
import { useFormValidation } from './editor.tsx'

afterEach(cleanup)

const REFUSED: TemplateProblem = {
  code: 'connector.incident-type-failed',
  place: { kind: 'field', field: 'muniCore.areaId' },
}

function start(): EditorStore {
  let key = 0
  const newKey = (): string => `key-${(key += 1)}`
  const host = { now: () => 0, newKey, offer: () => ALL_OFFERED, timers: { set: () => 0, clear: () => undefined } }
  const store = createEditorStore(
    templateIdSchema.parse('comercios'),
    { form: toEditorForm(buildTemplate(), newKey), base: null },
    host,
  )
  renderHook(useFormValidation, {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <EditorProvider value={store}>{children}</EditorProvider>
    ),
  })
  return store
}
const codes = (store: EditorStore): readonly string[] => store.state.getState().problems.map(({ code }) => code)
const rename = (store: EditorStore, titulo: string): void =>
  act(() => void applyEdit(store, 'title', (form) => updateForm(form, { titulo })))

describe('what is wrong with the form', () => {
  it('is not looked for before someone tries to save, and follows the changes after that', () => {
    const store = start()
    rename(store, '')
    expect(codes(store)).toEqual([])
    act(() => void checkForm(store))
    expect(codes(store)).toEqual(['template.title-required'])
    rename(store, 'Shops')
    expect(codes(store)).toEqual([])
  })

  it('and was said by another system stays until the form changes: the rules here know nothing of it', () => {
    const store = start()
    act(() => void checkForm(store))
    act(() => setProblems(store, store.state.getState().form, [REFUSED]))
    expect(codes(store)).toEqual(['connector.incident-type-failed'])
    rename(store, 'Shops')
    expect(codes(store)).toEqual([])
  })

  it('includes what this person is not offered, unless the stored form has it already', () => {
    const store = { ...start(), offer: () => ({ video: false, combined: false, scope: false, retention: false }) }
    const template = templateOf([section(0, [question(0, { adjuntarVideo: true })])])
    const form = toEditorForm(template, store.newKey)
    store.state.setState({ form })
    act(() => void checkForm(store))
    expect(codes(store)).toEqual(['template.video-not-offered'])
    store.state.setState({ base: { template, kept: null, opened: form } })
    act(() => void checkForm(store))
    expect(codes(store)).toEqual([])
  })

  it('stays also when it is the first thing that is said', () => {
    const store = start()
    act(() => setProblems(store, store.state.getState().form, [REFUSED]))
    expect(codes(store)).toEqual(['connector.incident-type-failed'])
  })
})
