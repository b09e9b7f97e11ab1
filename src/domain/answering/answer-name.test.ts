import { describe, expect, it } from 'vitest'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { DATA_TYPE, QUESTION_TYPE, mayNameAnswer } from '../questions/index.ts'
import type { Section } from '../templates/index.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import {
  formatAnswerName,
  MAX_ANSWER_NAME_LENGTH,
  formatReceivedAnswerName,
  type WrittenAnswer,
} from './answer-name.ts'
import { composeAnswer } from './compose.ts'

const names = { nombraRespuesta: true }
const CITIZEN = { tipo: 'fisica', nombre: 'Rosa', apellido: 'Leiva' }
const PLACE = { direccion: 'Av. Belgrano 1200' }

/** The name while it is written, which must equal the name after it was received. */
function nameOf(sections: readonly Section[], content: object, header: object = {}): string {
  const template = templateOf(sections)
  const filled = { values: {}, conditions: {}, rows: {}, ...content } as AnswerValues
  const written = { content: filled, header } as WrittenAnswer
  const submit = { ...buildPlainSubmit(), header: { signatures: [], ...header }, content: filled }
  const answer = composeAnswer(template, submit as never, { code: 'VIS7', now: NOW, author: null })
  const name = formatAnswerName(template, written)
  expect(formatReceivedAnswerName(answer)).toBe(name)
  return name
}

const text = (respuesta: string) => ({ respuesta })
const options = ['Bar', 'Club'].map((texto, orden) => ({ orden, texto }))

describe('the name of an answer', () => {
  it('is what was answered where the author said so, wherever that stands', () => {
    const sections = [section(0, [question(0), question(1, names)])]
    const header = { citizen: CITIZEN, location: PLACE }
    expect(nameOf(sections, { values: { '0/0': text('Otra'), '0/1': text('  Bar\n El  Puente ') } }, header)).toBe(
      'Bar El Puente',
    )
  })

  it('is the option that was chosen, and the pieces of a combined question', () => {
    const radio = question(0, { ...names, tipoPregunta: QUESTION_TYPE.RADIO, opciones: options })
    expect(nameOf([section(0, [radio])], { values: { '0/0': { chosen: [1] } } })).toBe('Club')
    const combinedQuestions = [0, 1].map((orden) => ({
      type: 'input',
      orden,
      name: `Parte ${orden}`,
      tipoPregunta: QUESTION_TYPE.OPEN,
    }))
    const combined = question(0, { ...names, tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions })
    const value = { combined: { 0: text('Salta'), 1: text('120') } }
    expect(nameOf([section(0, [combined])], { values: { '0/0': value } })).toBe('Salta · 120')
  })

  it('is, where nothing but blanks is there, whom it is about, then where, then the first text', () => {
    const sections = [section(0, [question(0, names), question(1, { tipoDato: DATA_TYPE.NUMBER }), question(2)])]
    const content = { values: { '0/0': text(' \n'), '0/1': text('7'), '0/2': text('Un bache') } }
    expect(nameOf(sections, content, { citizen: CITIZEN, location: PLACE })).toBe('Rosa Leiva')
    expect(nameOf(sections, content, { persona: { nombre: 'Kiosco Sur' }, location: PLACE })).toBe('Kiosco Sur')
    expect(nameOf(sections, content, { location: PLACE })).toBe('Av. Belgrano 1200')
    expect(nameOf(sections, content)).toBe('Un bache')
    expect(nameOf(sections, {})).toBe('')
  })

  it('is the address of a place, and of one without an address what comes next', () => {
    const sections = [section(0, [question(0, { ...names, esUbicacion: true }), question(1, names)])]
    const named = (respuesta: string) => nameOf(sections, { values: { '0/0': text(respuesta), '0/1': text('Tipa') } })
    expect(named('Rondeau 450 (-31.414200, -64.189300)')).toBe('Rondeau 450')
    expect(named('-31.414200, -64.189300')).toBe('Tipa')
  })

  it('is not what a photo is called, and no yes or no', () => {
    const photo = question(0, { adjuntar: true })
    const yes = question(1, { ...names, tipoPregunta: QUESTION_TYPE.BOOLEAN })
    expect(
      nameOf([section(0, [photo, yes])], { values: { '0/0': text('La puerta'), '0/1': { respuesta: true } } }),
    ).toBe('')
    expect(mayNameAnswer(question(0))).toBe(true)
    expect(mayNameAnswer(yes)).toBe(false)
    expect(mayNameAnswer(question(0, { tipoDato: DATA_TYPE.TITLE }))).toBe(false)
  })

  it('comes from the first row that has one', () => {
    const trees = section(0, [question(0, names)], { repetible: true })
    const values = { '0/r0/0': text('Jacarandá'), '0/r1/0': text('Tipa') }
    expect(nameOf([trees], { values, rows: { 0: 2 } })).toBe('Jacarandá')
    expect(nameOf([trees], { values: { ...values, '0/0': text('Lapacho') }, rows: { 0: 2 } })).toBe('Lapacho')
    // A removed row gives no name.
    expect(nameOf([trees], { values })).toBe('')
  })

  it('does not come from a condition that is not checked: of several, the first that was asked', () => {
    const whose = section(0, [], {
      conditionalSection: true,
      conditions: [condition(0, [question(0, names)]), condition(1, [question(0, names)])],
    })
    const values = { '0/c0/0': text('Empresa'), '0/c1/0': text('Persona') }
    expect(nameOf([whose], { values, conditions: { 0: [1] } })).toBe('Persona')
    expect(nameOf([whose], { values, conditions: { 0: [0, 1] } })).toBe('Empresa')
    expect(nameOf([whose], { values })).toBe('')
  })

  it('is cut to a line, never through the middle of a character', () => {
    const sections = [section(0, [question(0, names)])]
    const long = nameOf(sections, { values: { '0/0': text('ñ'.repeat(500)) } })
    expect(long).toHaveLength(MAX_ANSWER_NAME_LENGTH)
    expect(long.endsWith('ñ…')).toBe(true)
    const pairs = nameOf(sections, { values: { '0/0': text(`a${'😀'.repeat(100)}`) } })
    expect(pairs.isWellFormed()).toBe(true)
  })

  it('needs no template to say whom it is about', () => {
    expect(
      formatAnswerName(undefined, {
        content: { values: {}, conditions: {}, rows: {} },
        header: { citizen: CITIZEN } as never,
      }),
    ).toBe('Rosa Leiva')
  })
})
