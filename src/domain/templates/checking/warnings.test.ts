import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '../../questions/index.ts'
import { templateDraftSchema, type Section } from '../index.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { findTemplateWarnings, type WarningCode } from './warnings.ts'

const { SELECT, RADIO, COMBINED } = QUESTION_TYPE
const option = (orden: number, texto: string) => ({ orden, texto })
const warned = (sections: readonly Section[], change: object = {}) =>
  findTemplateWarnings(templateDraftSchema.parse(templateOf(sections, change)))
const codes = (sections: readonly Section[], change: object = {}): readonly WarningCode[] =>
  warned(sections, change).map(({ code }) => code)
const asked = (change: object) => [section(0, [question(0, change)])]
const states = (...transitions: readonly (readonly number[])[]) => ({
  estados: {
    inicial: 0,
    history: [],
    disponibles: transitions.map((transiciones, id) => ({ id, nombre: `State ${id}`, transiciones })),
  },
})

describe('what the specification allows and no one means', () => {
  it('is nothing in a form that asks something', () => {
    expect(
      codes([
        section(0, [question(0), question(1, { tipoPregunta: SELECT, opciones: [option(0, 'A'), option(1, 'B')] })]),
      ]),
    ).toEqual([])
  })

  it('is an option that is there twice, whatever its case: the second is reported', () => {
    const opciones = [option(0, 'Bar'), option(1, 'bar '), option(2, ''), option(3, '')]
    expect(warned(asked({ tipoPregunta: RADIO, opciones }))).toEqual([
      {
        code: 'options-equal',
        place: { kind: 'choice', section: 0, condition: null, question: 0, block: null, choice: 1 },
      },
    ])
  })

  it('is the same inside a combined question, and one without fields', () => {
    const input = {
      type: 'input',
      orden: 1,
      name: 'x',
      tipoPregunta: RADIO,
      opciones: [option(0, 'a'), option(1, 'a')],
    }
    const text = { type: 'text', orden: 0, content: 'x' }
    expect(warned(asked({ tipoPregunta: COMBINED, combinedQuestions: [text, input] }))).toEqual([
      {
        code: 'options-equal',
        place: { kind: 'choice', section: 0, condition: null, question: 0, block: 1, choice: 1 },
      },
    ])
    expect(codes(asked({ tipoPregunta: COMBINED, combinedQuestions: [text] }))).toEqual(['combined-without-fields'])
  })

  it('is a choice without options, and a question without a title', () => {
    expect(codes(asked({ tipoPregunta: SELECT, titulo: ' ' }))).toEqual(['question-untitled', 'options-missing'])
  })

  it('is a choice without options in a combined question', () => {
    const input = { type: 'input', orden: 0, name: 'x', tipoPregunta: SELECT }
    expect(warned(asked({ tipoPregunta: COMBINED, combinedQuestions: [input] }))).toEqual([
      {
        code: 'options-missing',
        place: { kind: 'block', section: 0, condition: null, question: 0, block: 0, field: 'opciones' },
      },
    ])
  })

  it('is a section or a condition without questions', () => {
    const conditional = { conditionalSection: true, conditions: [condition(0, [question(0)]), condition(1, [])] }
    expect(warned([section(0, [question(0)]), section(1, []), section(2, [], conditional)])).toEqual([
      { code: 'section-without-questions', place: { kind: 'section', section: 1, field: 'preguntas' } },
      { code: 'section-without-questions', place: { kind: 'condition', section: 2, condition: 1, field: 'questions' } },
    ])
  })

  it.each([
    ['one state', [[]], []],
    ['an end', [[1], []], []],
    ['nowhere to go from the beginning', [[], [0]], ['state-without-way-out', 'state-never-reached']],
    ['a state that nothing leads to', [[1], [0], [0]], ['state-never-reached']],
  ] as const)('states: %s', (_what, transitions, expected) => {
    expect(codes([section(0, [question(0)])], states(...transitions))).toEqual(expected)
  })

  it('is reported of a very long form only as far as anybody reads', () => {
    const many = Array.from({ length: 400 }, (_, index) => question(index, { titulo: '' }))
    expect(codes([section(0, many)]).length).toBeLessThanOrEqual(200)
  })
})
