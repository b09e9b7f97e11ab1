import { expect, it } from 'vitest'
import { getForeignLanguageTag, translateField, getOriginalLanguage } from './in-language.ts'

const AREA = (country: string) => [`paises/${country}/provincias/p/municipios/m/areas_municipales/a`]

it('a form is written in the language of its country, unless it translates its title into that', () => {
  expect(getOriginalLanguage({ areas: AREA('AR'), titulo: 'Reclamo' })).toBe('es')
  expect(getOriginalLanguage({ areas: AREA('BR'), titulo: 'Reclamação' })).toBe('pt')
  expect(
    getOriginalLanguage({ areas: AREA('AR'), titulo: 'Census', tituloAlternativeLanguage_es: 'Censo' }),
  ).toBeUndefined()
  expect(getOriginalLanguage({ areas: AREA('AR'), titulo: 'Reclamo', tituloAlternativeLanguage_es: '' })).toBe('es')
  expect(getOriginalLanguage({ areas: AREA('XX'), titulo: 'Reclamo' })).toBeUndefined()
  expect(getOriginalLanguage({ areas: [], titulo: 'Reclamo' })).toBeUndefined()
})

it('a text says its language only where the reader chose another and it has no words in that', () => {
  const both = { titulo: 'Calle', tituloAlternativeLanguage_en: 'Street' }
  const one = { titulo: 'Barrio', tituloAlternativeLanguage_en: '' }
  const tagged = (text: typeof both, reader: string) => [
    translateField(text, 'titulo', reader),
    getForeignLanguageTag(text, 'titulo', reader, 'es'),
  ]
  expect(tagged(both, 'en')).toEqual(['Street', undefined])
  expect(tagged(both, 'es')).toEqual(['Calle', undefined])
  expect(tagged(one, 'en')).toEqual(['Barrio', 'es'])
  expect(getForeignLanguageTag(one, 'titulo', 'en', undefined)).toBeUndefined()
  expect(getForeignLanguageTag({ titulo: '' }, 'titulo', 'en', 'es')).toBeUndefined()
  expect(getForeignLanguageTag({ titulo: 'Kalea' }, 'titulo', 'en', 'ek')).toBe('eu')
})
