import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { editorOf } from '#tests/support/screens/editor-of.tsx'
import { MAX_FOUND_PARTS, searchFormTexts } from './outline.tsx'

const FORM = editorOf([
  section(0, [
    question(0, { titulo: 'Razón social' }),
    question(1, { titulo: 'Rubro', tipoPregunta: QUESTION_TYPE.RADIO, opciones: [{ orden: 0, texto: 'Panadería' }] }),
  ]),
  section(1, [], {
    conditionalSection: true,
    conditionalQuestion: '¿Qué se verificó?',
    conditions: [condition(0, [question(0, { titulo: 'Fecha' })])],
  }),
]).form()

const found = (typed: string) =>
  searchFormTexts(FORM, typed).found.map(({ kind, text, section: place }) => [kind, text, place])

describe('the search in a form', () => {
  it.each([
    ['razon', [['question', 'Razón social', 1]]],
    ['PANADERIA', [['question', 'Rubro', 1]]],
    ['verifico', [['section', 'Section 1', 2]]],
    ['condition 0', [['condition', 'Condition 0', 2]]],
    ['fecha', [['question', 'Fecha', 2]]],
    ['nowhere', []],
  ])('%s', (typed, expected) => {
    expect(found(typed)).toEqual(expected)
  })

  it('shows the first and counts all', () => {
    const many = editorOf([
      section(
        0,
        Array.from({ length: 120 }, (_, order) => question(order)),
      ),
    ]).form()
    const { found: shown, total } = searchFormTexts(many, 'question')
    expect([shown.length, total]).toEqual([MAX_FOUND_PARTS, 120])
  })
})
