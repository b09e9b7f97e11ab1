import { describe, expect, it } from 'vitest'
import { buildSubmit, claimFor, PHOTO } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { addressSchema } from '../kernel/index.ts'
import { composeAnswer } from '../answering/index.ts'
import { type QuestionValue, type Answer, answerSchema } from '../answers/index.ts'
import { mutationIdSchema } from '../kernel/ids.ts'
import { correctAnswer } from './apply.ts'
import { appendCorrectedAnswers } from './place-fields.ts'

const version = buildTemplate()
const answer = composeAnswer(version, buildSubmit(), { code: 'VIS7', now: NOW, author: null })
const exit = claimFor('another photo')
const file = { ...exit, url: `/api/answers/${answer.id}/files/${exit.sha256}` }
const occasion = { mutation: mutationIdSchema.parse('M'.repeat(26)), madeBy: { email: '', username: '' }, date: NOW }

function revised(
  before: Answer,
  ...edits: readonly (readonly [string, QuestionValue | null, QuestionValue | null])[]
): Answer {
  const values = edits.map(([at, seen, value]) => ({ at: addressSchema.parse(at), seen, value }))
  const corrected = correctAnswer(
    { answer: before, version, base: before.version },
    { values, conditions: [], rows: [] },
    occasion,
    [file],
  )
  if (!corrected.ok) throw new Error(corrected.problem.code)
  const { document, applied } = corrected.value
  const after = {
    ...document,
    answersWithCorrections: appendCorrectedAnswers({ before, after: document }, version, applied, NOW),
  }
  expect(answerSchema.parse(after)).toEqual(after)
  return after
}

describe('what a revision changed is on the answer', () => {
  it('with the answer before and after, wherever it is', () => {
    const after = revised(
      answer,
      ['0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Central' }],
      ['0/4', { chosen: [0, 2] }, { chosen: [1] }],
      ['1/r0/0', { respuesta: 'Salida de emergencia' }, { respuesta: 'Patio' }],
      ['2/c0/0', { respuesta: '40' }, { respuesta: '50' }],
      ['0/1', { respuesta: '4' }, null],
    )
    expect(after.answersWithCorrections).toEqual([
      { sectionOrder: 0, order: 0, title: 'Nombre', oldAnswer: 'Bar El Puente', newAnswer: 'Bar Central', date: NOW },
      { sectionOrder: 0, order: 4, title: 'Rubros', oldAnswer: ['Bar', 'Otro'], newAnswer: ['Almacén'], date: NOW },
      {
        sectionOrder: 1,
        order: 0,
        title: 'Ubicación',
        repetible: true,
        isMain: false,
        rowIndex: 0,
        rowId: '0',
        oldAnswer: 'Salida de emergencia',
        newAnswer: 'Patio',
        date: NOW,
      },
      {
        sectionOrder: 2,
        order: 0,
        title: 'Cubiertos',
        conditionIndex: 0,
        sectionConditional: true,
        oldAnswer: '40',
        newAnswer: '50',
        date: NOW,
      },
      { sectionOrder: 0, order: 1, title: 'Empleados', oldAnswer: '4', date: NOW },
    ])
  })

  it('with the picture before and after', () => {
    const urlOf = (sha256: string) => `/api/answers/${answer.id}/files/${sha256}`
    const after = revised(answer, ['0/7', { imagen: PHOTO.sha256 }, { imagen: exit.sha256 }])
    expect(after.answersWithCorrections).toMatchObject([
      { order: 7, oldImage: urlOf(PHOTO.sha256), newImage: urlOf(exit.sha256) },
    ])
  })

  it('and only that; the next one is behind it', () => {
    const first = revised(
      answer,
      ['0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Central' }],
      ['0/1', { respuesta: '7' }, { respuesta: '9' }],
    )
    expect(first.answersWithCorrections).toHaveLength(1)
    const second = revised(first, ['0/0', { respuesta: 'Bar Central' }, { respuesta: 'Bar Nuevo' }])
    expect(second.answersWithCorrections.map(({ oldAnswer, newAnswer }) => [oldAnswer, newAnswer])).toEqual([
      ['Bar El Puente', 'Bar Central'],
      ['Bar Central', 'Bar Nuevo'],
    ])
  })

  it('the newest ten thousand of them: what is written can be read', () => {
    const full = {
      ...answer,
      answersWithCorrections: Array.from({ length: 10_000 }, () => ({ sectionOrder: 0, order: 1, title: '' })),
    }
    const after = revised(full, ['0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Central' }])
    expect([after.answersWithCorrections.length, after.answersWithCorrections.at(-1)?.newAnswer]).toEqual([
      10_000,
      'Bar Central',
    ])
  })
})
