import { describe, expect, it } from 'vitest'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { QUESTION_TYPE } from '../questions/index.ts'
import type { Section } from '../templates/index.ts'
import { type AnswerValues, answerValuesSchema, MAX_ADDITIONAL_ROWS } from '../answers/documents/values.ts'
import { rowIdSchema } from '../kernel/row-ids.ts'
import { findPhotoQuestion } from './photo-question.ts'
import { findNextPhotoPlace } from './photo-rows.ts'

const photo = question(1, { adjuntar: true })
const trees = section(2, [question(0), photo], { repetible: true })
const content = (values: object, rows = 0): AnswerValues =>
  answerValuesSchema.parse({ values, conditions: {}, rows: rows === 0 ? {} : { 2: rows } })
const NEW = rowIdSchema.parse('K7Q2M4T8XA')
const IMAGE = { imagen: 'a'.repeat(64) }

describe('the question that takes photos in a row', () => {
  it.each<[string, Section, number | undefined]>([
    ['is the one that takes a photo', trees, 1],
    [
      'is none where two do: it would be a guess',
      section(2, [question(0, { adjuntar: true }), photo], { repetible: true }),
      undefined,
    ],
    [
      'is none where no question does',
      section(2, [question(0, { adjuntarVideo: true })], { repetible: true }),
      undefined,
    ],
    ['is none in a section that does not repeat', section(2, [photo]), undefined],
  ])('%s', (_, one, orden) => expect(findPhotoQuestion(one)?.orden).toBe(orden))
})

describe('the next photo goes', () => {
  it.each<[string, AnswerValues, string, readonly string[]]>([
    ['into the first row of a section that nobody has touched', content({}), '2/1', []],
    ['into a new row, when the first one has a photo', content({ '2/1': IMAGE }), `2/r${NEW}/1`, [NEW]],
    [
      'into a new row, when something is said in the first one',
      content({ '2/0': { respuesta: 'oak' } }),
      `2/r${NEW}/1`,
      [NEW],
    ],
    ['into a row that was added and is empty', content({ '2/1': IMAGE, '2/r1/1': IMAGE }, 2), '2/r0/1', ['0', '1']],
    [
      'behind all of them',
      content({ '2/1': IMAGE, '2/r0/1': IMAGE, '2/r1/0': { respuesta: 'elm' } }, 2),
      `2/r${NEW}/1`,
      ['0', '1', NEW],
    ],
  ])('%s', (_, now, address, rows) => expect(findNextPhotoPlace(trees, photo, now, NEW)).toEqual({ address, rows }))

  it('into a row in which the form alone has chosen something', () => {
    const only = question(0, {
      tipoPregunta: QUESTION_TYPE.RADIO,
      required: true,
      opciones: [{ orden: 0, texto: 'A' }],
    })
    const chosen = section(2, [only, photo], { repetible: true })
    expect(findNextPhotoPlace(chosen, photo, content({ '2/0': { chosen: [0] } }), NEW)).toEqual({
      address: '2/1',
      rows: [],
    })
  })

  it('nowhere, when the section is full', () => {
    const values = Object.fromEntries([
      ['2/1', IMAGE],
      ...Array.from({ length: MAX_ADDITIONAL_ROWS }, (_, row) => [`2/r${row}/1`, IMAGE]),
    ])
    expect(findNextPhotoPlace(trees, photo, content(values, MAX_ADDITIONAL_ROWS), NEW)).toBeNull()
  })
})
