import { expect, it } from 'vitest'
import { answeredSectionSchema } from '../templates/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import { removeUnansweredQuestions } from './answered-only.ts'

const open = (orden: number, more: Readonly<Record<string, unknown>> = {}) => ({
  orden,
  titulo: `Question ${orden}`,
  tipoPregunta: QUESTION_TYPE.OPEN,
  ...more,
})
const photo = { sha256: 'a'.repeat(64), bytes: 3, type: 'image/jpeg', name: 'foto.jpg', url: '/api/answers/x/files/a' }
const left = (...sections: readonly Readonly<Record<string, unknown>>[]) =>
  removeUnansweredQuestions(sections.map((section, orden) => answeredSectionSchema.parse({ orden, ...section })))
const ordersOf = (questions: readonly { readonly orden: number }[] = []) => questions.map(({ orden }) => orden)

it('leaves out what no one answered, and a blank is no answer', () => {
  const [section] = left({
    preguntas: [open(0, { respuesta: 'Yes' }), open(1), open(2, { respuesta: '  ' }), open(3, { imagen: photo })],
  })
  expect(ordersOf(section?.preguntas)).toEqual([0, 3])
})

it('keeps "no" as the answer that it is', () => {
  const [section] = left({ preguntas: [open(0, { tipoPregunta: QUESTION_TYPE.BOOLEAN, respuesta: false })] })
  expect(ordersOf(section?.preguntas)).toEqual([0])
})

it('keeps a heading with what is under it, and not alone', () => {
  const heading = open(0, { tipoDato: DATA_TYPE.TITLE })
  expect(ordersOf(left({ preguntas: [heading, open(1, { respuesta: 'x' })] })[0]?.preguntas)).toEqual([0, 1])
  expect(left({ preguntas: [heading, open(1)] })).toEqual([])
  expect(ordersOf(left({ preguntas: [heading] })[0]?.preguntas)).toEqual([0])
})

it('keeps rows that have something, the numbers of sections, and conditions that were checked', () => {
  const sections = left(
    { preguntas: [open(0)] },
    {
      preguntas: [open(0, { respuesta: 'main' })],
      seccionesRepetibles: [
        { orden: 1, preguntas: [open(0)] },
        { orden: 2, preguntas: [open(0, { respuesta: 'third' })] },
      ],
    },
    {
      conditionalSection: true,
      conditionalQuestion: 'What is sold',
      conditions: [
        { order: 0, condition: 'Food', checked: true, questions: [open(0)] },
        { order: 1, condition: 'Drinks', checked: false, questions: [open(0, { respuesta: 'left over' })] },
      ],
    },
  )
  expect(ordersOf(sections)).toEqual([1, 2])
  expect(ordersOf(sections[0]?.seccionesRepetibles)).toEqual([2])
  expect(sections[1]?.conditions.map(({ condition, questions }) => [condition, questions.length])).toEqual([
    ['Food', 0],
  ])
})
