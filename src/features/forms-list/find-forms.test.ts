import { describe, expect, it } from 'vitest'
import type { FormTemplate } from '#domain/documents/index.ts'
import { areasOf, findForms } from './find-forms.ts'

const AREA = 'paises/AR/provincias/X/municipios/Y/areas_municipales/'

function form(id: string, titulo: string, area: string, more: Partial<FormTemplate> = {}): FormTemplate {
  return { id, titulo, areas: [`${AREA}${area}`], areaInfo: { nombre: area }, deleted: false, ...more } as FormTemplate
}

const forms = [
  form('1', 'Poda de árboles', 'Ambiente'),
  form('2', 'habilitación comercial', 'Comercio'),
  form('3', 'Ábaco', 'Ambiente'),
  form('4', 'Poda vieja', 'Ambiente', { deleted: true }),
]
const titleOf = (template: FormTemplate): string => template.titulo
const ids = (name: string, area = ''): string[] => findForms(forms, { name, area }, titleOf).map(({ template }) => template.id)

describe('findForms', () => {
  it('sorts by title without minding case and accents, and hides what was deleted', () => {
    expect(ids('')).toEqual(['3', '2', '1'])
  })

  it('searches by name without minding case, accents and leading white space', () => {
    expect(ids('  ARBOL')).toEqual(['1'])
    expect(ids('habilitacion')).toEqual(['2'])
  })

  it('filters by area, and by both', () => {
    expect(ids('', `${AREA}Ambiente`)).toEqual(['3', '1'])
    expect(ids('poda', `${AREA}Comercio`)).toEqual([])
  })

  it('finds a form by its original title as well as by the translated one', () => {
    const found = findForms(forms, { name: 'poda', area: '' }, ({ titulo }) => `${titulo} (en)`)
    expect(found.map(({ template }) => template.id)).toEqual(['1'])
  })
})

describe('areasOf', () => {
  it('names each area of the forms once, by name', () => {
    expect(areasOf(forms, () => undefined)).toEqual([
      { path: `${AREA}Ambiente`, name: 'Ambiente' },
      { path: `${AREA}Comercio`, name: 'Comercio' },
    ])
  })
})
