import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '../../questions/index.ts'
import * as edit from '../index.ts'

const keys = (): edit.NewKey => {
  let count = 0
  return () => `k${(count += 1)}`
}
const nothingKept = () => false
const shape = (form: edit.EditorForm) =>
  form.secciones.map(({ titulo, preguntas }) => [
    titulo,
    preguntas.map((question) => [question.titulo, question.opciones.map(({ texto }) => texto)]),
  ])

/** A section with a question that has a title, one that has none, and an untitled section with a blank question. */
function begun(): edit.EditorForm {
  const newKey = keys()
  const first = edit.updateSection(edit.createBlankForm(newKey), 'k1', { titulo: 'Plaza' })
  const written = edit.updateQuestion(first, 'k2', { titulo: 'Name' })
  const more = edit.addQuestion(edit.addSection(edit.addQuestion(written, 'k1', 'b'), 's'), 's', 'c')
  return more
}

describe('a new form', () => {
  it('begins with a section and an empty question in it', () => {
    expect(shape(edit.createBlankForm(keys()))).toEqual([['', [['', []]]]])
    expect(shape(edit.removeBlankElements(edit.createBlankForm(keys()), nothingKept))).toEqual([])
  })
})

describe('what was never written into', () => {
  it('goes: questions, and the sections that hold nothing without them', () => {
    expect(shape(edit.removeBlankElements(begun(), nothingKept))).toEqual([['Plaza', [['Name', []]]]])
  })

  it('is an option without a text, too', () => {
    const radio = edit.changeQuestionType(begun(), 'k2', QUESTION_TYPE.RADIO)
    const form = edit.addOptions(radio, 'k2', { texts: ['Good', ' ', ''], newKey: keys() })
    expect(shape(edit.removeBlankElements(form, nothingKept))[0]).toEqual(['Plaza', [['Name', ['Good']]]])
  })

  it('stays where it is published like that', () => {
    const form = begun()
    expect(edit.removeBlankElements(form, () => true)).toBe(form)
  })

  it('is not a question that asks for something without a title', () => {
    for (const patch of [{ adjuntar: true }, { ayuda: 'Where?' }, { required: true }]) {
      const form = edit.updateQuestion(begun(), 'b', patch)
      expect(shape(edit.removeBlankElements(form, nothingKept))[0]?.[1]).toHaveLength(2)
    }
  })

  it('leaves the very form where there is nothing of the kind', () => {
    const form = edit.removeBlankElements(begun(), nothingKept)
    expect(edit.removeBlankElements(form, nothingKept)).toBe(form)
  })
})
