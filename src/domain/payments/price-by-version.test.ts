import { describe, expect, it } from 'vitest'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import { answerValuesSchema } from '../answers/documents/values.ts'
import { computeVersionPrice } from './price-by-version.ts'

const EUR = { sign: '€', name: 'EUR' }
const COPIES = { orden: 0, titulo: 'Copias', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.NUMBER, precio: 100 }
const URGENT = { orden: 1, titulo: 'Urgente', tipoPregunta: QUESTION_TYPE.BOOLEAN, precio: 500 }
const STALL = {
  orden: 2,
  titulo: 'Puesto',
  tipoPregunta: QUESTION_TYPE.RADIO,
  opciones: [
    { orden: 0, texto: 'Chico', precio: 2_000 },
    { orden: 1, texto: 'Grande', precio: 9_000 },
    { orden: 2, texto: 'Ninguno' },
  ],
}

function form(version: number, preguntas: readonly object[], charge: object = { base: 10, currency: EUR }) {
  return buildPlainTemplate({ version }, { secciones: [{ orden: 0, preguntas }], charge })
}

/** The price under `now` of these values, which were filled in with `old`. */
function priced(old: readonly object[], now: readonly object[], values: object, charge?: object) {
  const price = computeVersionPrice(
    { filled: form(1, old), pricing: form(2, now, charge) },
    { content: answerValuesSchema.parse({ values, conditions: {}, rows: {} }) },
    NOW,
  )
  return price.ok ? price.value.total : price.problem.code
}

const THREE_COPIES = { '0/0': { respuesta: '3' } }

describe('an answer that was filled with another version', () => {
  it.each([
    ['costs what the questions cost now', [[COPIES], [{ ...COPIES, precio: 700 }]], THREE_COPIES, 2_110],
    ['costs what has become free no more', [[COPIES], [{ ...COPIES, precio: 0 }]], THREE_COPIES, 10],
    ['costs what has a price only now', [[{ ...COPIES, precio: undefined }], [COPIES]], THREE_COPIES, 310],
    [
      'costs the same where only the wording was put right',
      [[COPIES], [{ ...COPIES, titulo: 'Copias simples' }]],
      THREE_COPIES,
      310,
    ],
    ['costs what its option costs now', [[STALL], [withPrice(1, 4_000)]], { '0/2': { chosen: [1] } }, 4_010],
    ['is not priced where its question is gone', [[COPIES], [URGENT]], THREE_COPIES, 'payment.form-changed'],
    [
      'is not priced where another question is in its place',
      [[COPIES], [{ ...COPIES, titulo: 'Edad', precio: undefined }]],
      THREE_COPIES,
      'payment.form-changed',
    ],
    [
      'is not priced where its place holds another question that costs',
      [[{ ...COPIES, titulo: 'Edad', precio: undefined }], [COPIES]],
      THREE_COPIES,
      'payment.form-changed',
    ],
    [
      'is not priced where its question is of another kind',
      [[COPIES], [{ ...COPIES, tipoDato: DATA_TYPE.STRING }]],
      THREE_COPIES,
      'payment.form-changed',
    ],
    [
      'is not priced where its option is gone',
      [[STALL], [{ ...STALL, opciones: [STALL.opciones[0]] }]],
      { '0/2': { chosen: [1] } },
      'payment.form-changed',
    ],
    [
      'is priced where another option is gone',
      [[STALL], [{ ...STALL, opciones: [STALL.opciones[0]] }]],
      { '0/2': { chosen: [0] } },
      2_010,
    ],
    [
      'is priced where a question that cost it nothing is gone',
      [[COPIES, URGENT], [COPIES]],
      { ...THREE_COPIES, '0/1': { respuesta: false } },
      310,
    ],
    [
      'is not priced where it lacks what has to be answered now',
      [[COPIES], [COPIES, { ...STALL, required: true }]],
      THREE_COPIES,
      'payment.form-changed',
    ],
    [
      'is not priced where it was not made to answer it then',
      [[STALL], [{ ...STALL, required: true }]],
      {},
      'payment.form-changed',
    ],
    ['is priced where what is new may be left out', [[COPIES], [COPIES, STALL]], THREE_COPIES, 310],
    [
      'is priced where it lacked already what had to be answered',
      [[{ ...STALL, required: true }], [{ ...STALL, required: true }]],
      {},
      10,
    ],
  ] as const)('%s', (_, [old, now], values, expected) => {
    expect(priced(old, now, values)).toBe(expected)
  })

  it('is not asked for money by a version that asks for none', () => {
    expect(priced([COPIES], [COPIES], THREE_COPIES, { base: 0 })).toBe('payment.not-asked')
  })
})

function withPrice(option: number, precio: number) {
  return { ...STALL, opciones: STALL.opciones.map((one) => (one.orden === option ? { ...one, precio } : one)) }
}
