import { describe, expect, it } from 'vitest'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { opcionales, problemsAfter } from '#tests/support/builders/good-draft.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'

/** Questions that no one could answer, and transitions that lead nowhere. */
const inFirst = (change: object) => ({ secciones: [section(0, [question(0, change)])] })

describe('saving is refused for', () => {
  it.each([
    [
      'a link or a heading in a combined question that is required: nobody could give it',
      inFirst({
        tipoPregunta: QUESTION_TYPE.COMBINED,
        combinedQuestions: [
          { type: 'text', orden: 0, content: 'See' },
          ...[DATA_TYPE.STRING, DATA_TYPE.LINK, DATA_TYPE.TITLE].map((tipoDato, index) => ({
            type: 'input',
            orden: index + 1,
            name: 'x',
            tipoPregunta: QUESTION_TYPE.OPEN,
            tipoDato,
            required: true,
          })),
          { type: 'input', orden: 4, name: 'x', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.TITLE },
        ],
      }),
      ['template.input-not-required block 0 0 2 required', 'template.input-not-required block 0 0 3 required'],
    ],
    [
      'a required combined question of headings alone',
      inFirst({
        tipoPregunta: QUESTION_TYPE.COMBINED,
        required: true,
        combinedQuestions: [
          { type: 'input', orden: 0, name: 'x', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.TITLE },
        ],
      }),
      ['template.input-not-required question 0 0 required'],
    ],
    [
      'a required choice without options, blank ones not counted: nobody could choose',
      {
        secciones: [
          section(0, [
            question(0, { tipoPregunta: QUESTION_TYPE.SELECT, required: true }),
            question(1, { tipoPregunta: QUESTION_TYPE.RADIO, required: true, opciones: [{ orden: 0, texto: ' ' }] }),
          ]),
          section(1, [], {
            conditionalSection: true,
            conditions: [condition(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, required: true })])],
          }),
        ],
      },
      [
        'template.input-not-required question 0 0 opciones',
        'template.input-not-required question 0 1 opciones',
        'template.input-not-required question 1 0 0 opciones',
      ],
    ],
    [
      'a required choice without options in a combined question, and a required question of such choices alone',
      inFirst({
        tipoPregunta: QUESTION_TYPE.COMBINED,
        required: true,
        combinedQuestions: [
          { type: 'input', orden: 0, name: 'x', tipoPregunta: QUESTION_TYPE.SELECT, required: true },
          { type: 'input', orden: 1, name: 'y', tipoPregunta: QUESTION_TYPE.RADIO },
        ],
      }),
      ['template.input-not-required question 0 0 required', 'template.input-not-required block 0 0 0 opciones'],
    ],
    [
      'a conditional section that repeats',
      {
        secciones: [
          section(0, [], { conditionalSection: true, repetible: true, conditions: [condition(0, [question(0)])] }),
        ],
      },
      ['template.conditional-not-repeated section 0 repetible'],
    ],
    [
      'a digital signature that nobody is asked for',
      opcionales({ digitalSignature: true }),
      ['template.signature-required field signatures'],
    ],
    ['a payment of nothing', opcionales({ addPaymentGateway: true }), ['charge.required field charge']],
    [
      'one answer per citizen without a citizen',
      opcionales({ singleAnswer: true }),
      ['option.needs-citizen option singleAnswer'],
    ],
  ])('%s', (_, change, problems) => expect(problemsAfter(change)).toEqual(problems))
})

describe('it is not for', () => {
  it.each([
    [
      'a signature that is asked for',
      {
        ...opcionales({ digitalSignature: true }),
        signatures: [
          { indexSignature: 0, title: '', typeOfSignature: 'both', tipeOfSignatory: 'citizen', required: false },
        ],
      },
    ],
    ['one answer per citizen with a citizen', opcionales({ singleAnswer: true, ciudadano: true })],
    ['a choice without options that is not required', inFirst({ tipoPregunta: QUESTION_TYPE.SELECT })],
    [
      'a required choice without options, with a document to give',
      inFirst({ tipoPregunta: QUESTION_TYPE.RADIO, required: true, adjuntarDocumento: true }),
    ],
    ['a section that repeats', { secciones: [section(0, [question(0)], { repetible: true })] }],
    [
      'a required combined question of a heading alone, with a photo to give',
      inFirst({
        tipoPregunta: QUESTION_TYPE.COMBINED,
        required: true,
        adjuntar: true,
        combinedQuestions: [
          { type: 'input', orden: 0, name: 'x', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.TITLE },
        ],
      }),
    ],
  ])('%s', (_, change) => expect(problemsAfter(change)).toEqual([]))
})
