import { describe, expect, it } from 'vitest'
import { only } from '#tests/support/builders/xlsform.ts'

describe('languages', () => {
  it('the plain label is the form’s own, the others are beside it', () => {
    const { question } = only({
      type: 'text',
      name: 'a',
      label: 'Dueño',
      'label::English (en)': 'Owner',
      'label::português': 'Dono',
    })
    expect(question).toMatchObject({
      titulo: 'Dueño',
      tituloAlternativeLanguage_en: 'Owner',
      tituloAlternativeLanguage_pt: 'Dono',
    })
  })

  it('without a plain label the default language is the form’s own', () => {
    const settings = [['default_language'], ['Español']]
    const { question, codes } = only(
      { type: 'text', name: 'a', 'label::English': 'Owner', 'label::Español (es)': 'Dueño' },
      { settings },
    )
    expect(question).toMatchObject({ titulo: 'Dueño', tituloAlternativeLanguage_en: 'Owner' })
    expect(question).not.toHaveProperty('tituloAlternativeLanguage_es')
    expect(codes).toEqual([])
  })

  it('one that no form can carry is reported once, unless it is the only one', () => {
    expect(only({ type: 'text', name: 'a', 'label::Swahili (sw)': 'Jina' })).toMatchObject({
      question: { titulo: 'Jina' },
      codes: [],
    })
    const both = only({ type: 'text', name: 'a', label: 'Name', 'label::Swahili (sw)': 'Jina' })
    expect(both.notes).toMatchObject([{ code: 'language.unknown', name: 'swahili (sw)', row: null }])
  })

  it('choices and groups have theirs', () => {
    const choices = [
      ['list name', 'name', 'label:english', 'label:Spanish'],
      ['yn', 'y', 'Yes', 'Sí'],
    ]
    const { question } = only({ type: 'select_one yn', name: 'a', label: 'A' }, { choices })
    expect(question?.opciones).toMatchObject([{ texto: 'Yes', textoAlternativeLanguage_es: 'Sí' }])
  })
})
