import { expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { addQuestion, addSection, createEmptyForm, findQuestion, updateQuestion } from '#domain/templates/index.ts'
import { findQuestionKind, type QuestionKind, changeQuestionKind } from './question-kind.ts'

const FORM = addQuestion(addSection(createEmptyForm(), 's'), 's', 'q')
const newKey = () => 'k'
const asked = (form: typeof FORM) => findQuestion(form, 'q')?.found
const called = (form: typeof FORM): QuestionKind | undefined => {
  const question = asked(form)
  return question && findQuestionKind(question)
}

it('a text that takes a photo first is called a photo; one that is scanned, a place, or another kind beside a photo, is not', () => {
  expect(called(updateQuestion(FORM, 'q', { adjuntar: true }))).toBe('photo')
  expect(called(updateQuestion(FORM, 'q', { adjuntar: true, escaneable: true }))).toBe('text')
  expect(called(updateQuestion(FORM, 'q', { adjuntar: true, esUbicacion: true }))).toBe('location')
  expect(called(updateQuestion(FORM, 'q', { adjuntar: true, tipoDato: DATA_TYPE.DATE }))).toBe('date')
})

it('a photo comes with its kind and goes with it; one beside another kind stays', () => {
  const photo = changeQuestionKind(FORM, 'q', 'photo', newKey)
  expect(asked(photo)).toMatchObject({ adjuntar: true, tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.STRING })
  expect(asked(changeQuestionKind(photo, 'q', 'text', newKey))).toMatchObject({ adjuntar: false })
  expect(asked(changeQuestionKind(photo, 'q', 'radio', newKey))).toMatchObject({ adjuntar: false })
  const dated = updateQuestion(changeQuestionKind(FORM, 'q', 'date', newKey), 'q', { adjuntar: true })
  expect(asked(changeQuestionKind(dated, 'q', 'time', newKey))).toMatchObject({ adjuntar: true })
})

it('a document asks for nothing but the attachment, and a location is a text with a point; both go with their kind', () => {
  const document = changeQuestionKind(changeQuestionKind(FORM, 'q', 'photo', newKey), 'q', 'document', newKey)
  expect(asked(document)).toMatchObject({ tipoDato: DATA_TYPE.TITLE, adjuntar: false, adjuntarDocumento: true })
  expect(called(document)).toBe('document')
  expect(called(updateQuestion(document, 'q', { adjuntar: true }))).toBe('heading')
  const location = changeQuestionKind(document, 'q', 'location', newKey)
  expect(asked(location)).toMatchObject({
    tipoDato: DATA_TYPE.STRING,
    adjuntar: false,
    adjuntarDocumento: false,
    esUbicacion: true,
  })
  expect(called(location)).toBe('location')
  expect(asked(changeQuestionKind(location, 'q', 'text', newKey))?.esUbicacion).toBeUndefined()
  expect(asked(changeQuestionKind(location, 'q', 'date', newKey))?.esUbicacion).toBeUndefined()
  expect(called(changeQuestionKind(location, 'q', 'photo', newKey))).toBe('photo')
})

it('a required document stays required, because its attachment is', () => {
  const required = updateQuestion(changeQuestionKind(FORM, 'q', 'document', newKey), 'q', { required: true })
  expect(asked(required)?.required).toBe(true)
})
