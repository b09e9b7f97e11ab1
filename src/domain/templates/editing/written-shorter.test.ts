import { describe, expect, it } from 'vitest'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { keysOf } from '#tests/support/builders/template-edits.ts'
import { there } from '#tests/support/there.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import { findOptionsAbove, walkQuestions, toEditorForm, buildTitlePatch } from '../index.ts'

const FORM = toEditorForm(buildTemplate(), keysOf('k'))

describe('what is typed into a title', () => {
  const editable = (change: object) => ({
    ...there([...walkQuestions(FORM)][0]).found,
    titulo: 'Name',
    required: false,
    ...change,
  })
  it('makes the question required by a star at its end, which is not kept', () => {
    expect(buildTitlePatch(editable({}), 'Name *')).toEqual({ titulo: 'Name', required: true })
  })

  it.each([
    ['in the middle of a title', {}, 'N*me'],
    ['after another star', { titulo: 'Name*' }, 'Name**'],
    ['of what is required', { required: true }, 'Name*'],
    [
      'of a heading',
      { tipoDato: DATA_TYPE.TITLE, adjuntar: false, adjuntarDocumento: false, adjuntarVideo: false },
      'Name*',
    ],
    ['that is left when something is deleted', { titulo: 'Name *x' }, 'Name *'],
  ])('keeps a star %s', (_where, change, typed) => {
    expect(buildTitlePatch(editable(change), typed)).toEqual({ titulo: typed })
  })
})

it('the options of the question above are there for one that has none, and for no other', () => {
  const scale = {
    tipoPregunta: QUESTION_TYPE.RADIO,
    opciones: ['Good', 'Bad'].map((texto, orden) => ({ orden, texto })),
  }
  const empty = { ...scale, opciones: [{ orden: 0, texto: '' }] }
  const form = toEditorForm(
    templateOf([section(0, [question(0, scale), question(1)]), section(1, [question(0, empty)])]),
    keysOf('o'),
  )
  const [first, text, last] = [...walkQuestions(form)].map(({ found }) => found.key)
  expect(findOptionsAbove(form, last ?? '')).toEqual({ title: 'Question 0', texts: ['Good', 'Bad'] })
  expect([first, undefined].map((key) => findOptionsAbove(form, key ?? ''))).toEqual([undefined, undefined])
  expect(findOptionsAbove(form, text ?? '')?.title).toBe('Question 0')
})
