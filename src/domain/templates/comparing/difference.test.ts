import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { acts, draft, keysOf, performAll } from '#tests/support/builders/template-edits.ts'
import {
  type TemplateDraft,
  toTemplateDraft,
  type TemplateDifference,
  pickDraftFields,
  type EditorForm,
  toEditorForm,
  walkQuestions,
  compareTemplates,
} from '../index.ts'
import * as edit from '../index.ts'
import { findMovedElements } from './difference.ts'

const BEFORE = pickDraftFields(buildTemplate())
const newKey = keysOf('new')
const differ = (
  change: (form: EditorForm) => EditorForm,
  before: TemplateDraft = BEFORE,
): readonly TemplateDifference[] => {
  return compareTemplates(before, toTemplateDraft(change(toEditorForm(before, keysOf('k')))))
}
const titled = (form: EditorForm, titulo: string): string =>
  [...walkQuestions(form)].find(({ found }) => found.titulo === titulo)?.found.key ?? ''
const section = (form: EditorForm, at: number): string => form.secciones[at]?.key ?? ''

describe('the difference between two versions', () => {
  it('is none between a version and itself, and never none between two that differ', () => {
    fc.assert(
      fc.property(draft, acts, (before, all) => {
        expect(compareTemplates(before, before)).toEqual([])
        const after = toTemplateDraft(performAll(toEditorForm(before, keysOf('k')), all, keysOf('new')))
        const changes = compareTemplates(before, after)
        if (changes.length === 0) expect(withoutEditorFields(after)).toEqual(withoutEditorFields(before))
      }),
    )
  })

  it('names what changed, where it is, and both values', () => {
    expect(differ((form) => edit.updateQuestion(form, titled(form, 'Metros'), { titulo: 'Metros cuadrados' }))).toEqual(
      [
        {
          kind: 'changed',
          part: {
            kind: 'question',
            text: 'Metros cuadrados',
            place: 0,
            within: [
              { kind: 'section', text: 'Tipo de local', place: 2 },
              { kind: 'condition', text: 'Depósito', place: 1 },
            ],
          },
          field: 'titulo',
          before: 'Metros',
          after: 'Metros cuadrados',
        },
      ],
    )
  })

  it('names the options of the form and the states by themselves', () => {
    expect(differ((form) => edit.setFormOption(form, 'geolocalizacion', true, { newKey }))).toMatchObject([
      { kind: 'changed', part: { kind: 'form' }, field: 'opcionales.geolocalizacion', before: false, after: true },
    ])
    const states = (form: EditorForm) => form.estados.disponibles.map(({ key }) => key)
    expect(
      differ((form) =>
        edit.setInitialState(
          edit.setTransitions(form, states(form)[1] ?? '', [states(form)[0] ?? '']),
          states(form)[1] ?? '',
        ),
      ),
    ).toMatchObject([
      { field: 'estados.inicial', before: 'Pendiente', after: 'Aprobado' },
      { part: { kind: 'state', text: 'Aprobado' }, field: 'transiciones', before: [], after: ['Pendiente'] },
    ])
  })

  it('tells once what was added or removed, not what came and went with it', () => {
    expect(differ((form) => edit.removeSection(form, section(form, 2)))).toMatchObject([
      { kind: 'removed', part: { kind: 'section', text: 'Tipo de local', place: 2 } },
    ])
    expect(differ((form) => edit.duplicateSection(form, section(form, 0), 'copy', newKey))).toMatchObject([
      { kind: 'added', part: { kind: 'section', place: 1 } },
    ])
    expect(
      differ((form) => edit.addOptions(form, titled(form, 'Estado'), { texts: ['Regular'], newKey, index: 1 })),
    ).toMatchObject([
      { kind: 'added', part: { kind: 'option', text: 'Regular', within: [{ text: 'Local' }, { text: 'Estado' }] } },
    ])
  })

  it('tells only what was moved, not what made way', () => {
    expect(
      differ((form) => edit.moveQuestion(form, titled(form, 'Fachada'), { parent: section(form, 0), index: 0 })),
    ).toMatchObject([{ kind: 'moved', part: { text: 'Fachada', place: 0 }, from: { text: 'Fachada', place: 7 } }])
    expect(differ((form) => edit.moveSection(form, section(form, 0), 2))).toMatchObject([
      { kind: 'moved', part: { kind: 'section', text: 'Local', place: 2 }, from: { place: 0 } },
    ])
  })

  it('knows a question again in another section, also if another one came for it', () => {
    const moved = differ((form) => {
      const into = edit.moveQuestion(form, titled(form, 'Foto'), { parent: section(form, 0), index: 0 })
      return edit.updateQuestion(edit.addQuestion(into, section(form, 1), 'x'), 'x', { titulo: 'Ancho' })
    })
    expect(moved.map(({ kind, part }) => [kind, part.text])).toEqual([
      ['moved', 'Foto'],
      ['added', 'Ancho'],
    ])
  })

  it('knows a question again by a title that was only corrected', () => {
    const changes = differ((form) =>
      edit.updateQuestion(edit.removeQuestion(form, titled(form, 'Nombre')), titled(form, 'Superficie'), {
        titulo: 'Superficie (m²)',
      }),
    )
    expect(changes.map(({ kind, part }) => [kind, part.text])).toEqual([
      ['removed', 'Nombre'],
      ['changed', 'Superficie (m²)'],
    ])
  })
})

it('what was moved is as little as possible', () => {
  expect([...findMovedElements(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])]).toEqual(['d'])
  expect([...findMovedElements(['a', 'b', 'c'], ['c', 'x', 'a', 'b'])]).toEqual(['c'])
  expect([...findMovedElements(['a', 'b'], ['a', 'b'])]).toEqual([])
  fc.assert(
    fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']), (after) => {
      const moved = findMovedElements(['a', 'b', 'c', 'd', 'e', 'f'], after)
      const stayed = after.filter((key) => !moved.has(key))
      expect(stayed).toEqual(stayed.toSorted())
    }),
  )
})

/** As versions are compared: without the editor's own `unsaved`. */
function withoutEditorFields(template: TemplateDraft): unknown {
  return JSON.parse(JSON.stringify(template, (field, value: unknown) => (field === 'unsaved' ? undefined : value)))
}
