import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from './index.ts'
import { question } from '#tests/support/builders/form-parts.ts'
import { doOptionsFitInOneLine, doesAnswerFitInOneLine, pickKeyboard } from './shown.ts'

describe('the keyboard of a text', () => {
  it.each([
    ['Teléfono', 'tel'],
    ['Teléfono de contacto', 'tel'],
    ['Phone number', 'tel'],
    ['Número de móvil', 'tel'],
    ['Mobile number', 'tel'],
    ['Correo electrónico del titular', 'email'],
    ['E-mail', 'email'],
    // These are answered by typing.
    ['¿Tiene teléfono?', undefined],
    ['Modelo del teléfono', undefined],
    ['Calle y número', undefined],
    ['Móvil', undefined],
    ['Mobile', undefined],
  ])('%s: %s', (titulo, keyboard) => {
    expect(pickKeyboard(question(0, { titulo }))).toBe(keyboard)
  })

  it('of a number is that of its type', () => {
    expect(pickKeyboard(question(0, { titulo: 'Teléfono', tipoDato: 2 }))).toBeUndefined()
  })
})

it.each([
  ['Nombre de fantasía', true],
  ['Calle y número', true],
  ['Notaría', true],
  ['Observaciones de higiene', false],
  ['Descripción del hecho', false],
  ['Notas', false],
  ['Remarks', false],
])('%s is answered in one line: %s', (titulo, is) => {
  expect(doesAnswerFitInOneLine(question(0, { titulo }))).toBe(is)
})

describe('options', () => {
  const of = (...texts: readonly string[]) =>
    doOptionsFitInOneLine(
      question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: texts.map((texto, orden) => ({ orden, texto })) }),
    )
  it('stand side by side up to four short ones', () => {
    expect(of('Bueno', 'Regular', 'Malo', 'No se ve')).toBe(true)
    expect(of('1', '2', '3', '4', '5')).toBe(false)
    expect(of('Bueno', 'Se encuentra dañado por completo')).toBe(false)
  })
})
