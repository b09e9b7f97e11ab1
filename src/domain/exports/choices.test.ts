import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '../questions/index.ts'
import { question } from '#tests/support/builders/form-parts.ts'
import { formatInputCell, formatQuestionCell } from './cell.ts'
import { joinChoices } from './choices.ts'

const WORDS = { yes: 'yes', no: 'no' }

function choices(tipoPregunta: number, texts: readonly string[]) {
  return question(0, { tipoPregunta, opciones: texts.map((texto, orden) => ({ orden, texto })) })
}
const all = (texts: readonly string[]) => ({ chosen: texts.map((_text, order) => order) })

/** The choices in a cell, read as the README describes it and without the code under test. */
function splitChoices(cell: string): readonly string[] {
  const found: string[] = []
  let rest = cell
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?:, |$)/.exec(rest)
    const plain = /^([^,]*)(?:, |$)/.exec(rest)
    const [whole = '', text = ''] = quoted ?? plain ?? []
    found.push(quoted === null ? text : text.replaceAll('""', '"'))
    if (whole.length === rest.length && !whole.endsWith(', ')) return found
    rest = rest.slice(whole.length)
    if (rest === '') return found
  }
}

describe('several choices in one cell', () => {
  it.each([
    [['Agua', 'Luz'], 'Agua, Luz'],
    [['Casa "La Paz"', 'Luz'], 'Casa "La Paz", Luz'],
    [['Agua, fría', 'Luz'], '"Agua, fría", Luz'],
    [['Agua, "fría"', '"Luz"'], '"Agua, ""fría""", """Luz"""'],
    [['Agua, fría'], '"Agua, fría"'],
  ])('%j are written as %s', (texts, cell) => {
    expect(formatQuestionCell(choices(QUESTION_TYPE.SELECT, texts), all(texts), WORDS)).toBe(cell)
  })

  it('leaves a single choice as it is', () => {
    const texts = ['Agua, fría']
    expect(formatQuestionCell(choices(QUESTION_TYPE.RADIO, texts), all(texts), WORDS)).toBe('Agua, fría')
  })

  it('quotes choices of an item of a combined question, too', () => {
    const input = { ...choices(QUESTION_TYPE.SELECT, ['Agua, fría', 'Luz']), name: 'Servicios' }
    const value = { combined: { '0': { chosen: [0, 1] } } }
    expect(formatInputCell(input as never, value as never, WORDS)).toBe('"Agua, fría", Luz')
  })

  it('can be split again, whatever their texts are', () => {
    const text = fc
      .array(fc.constantFrom(',', '"', 'a', ' ', ', ', ';'), { minLength: 1, maxLength: 8 })
      .map((parts) => `x${parts.join('')}x`.slice(parts.length % 2))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        expect(splitChoices(joinChoices(texts))).toEqual(texts)
      }),
    )
  })
})
