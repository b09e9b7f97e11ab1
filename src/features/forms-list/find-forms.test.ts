import { describe, expect, it } from 'vitest'
import type { FormSummary } from '#domain/templates/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import {
  listAreaChoices,
  filterForms,
  listMunicipalityChoices,
  findDuplicateTitles,
  type FormsFilter,
} from './find-forms.ts'

const HOME = 'paises/AR/provincias/X/municipios/Y'
const AWAY = 'paises/UY/provincias/M/municipios/M'
const AREA = `${HOME}/areas_municipales/`

function form(id: string, titulo: string, area: string, more: Partial<FormSummary> = {}): FormSummary {
  return { id, titulo, areas: [`${AREA}${area}`], areaInfo: { nombre: area }, deleted: false, ...more } as FormSummary
}

const forms = [
  form('1', 'Poda de árboles', 'Ambiente'),
  form('2', 'habilitación comercial', 'Comercio'),
  form('3', 'Ábaco', 'Ambiente'),
  form('4', 'Poda vieja', 'Ambiente', { deleted: true }),
]
const abroad = {
  ...form('5', 'Poda', 'Ambiente'),
  areas: [`${AWAY}/areas_municipales/Ambiente`],
} as unknown as FormSummary
const titleOf = (template: FormSummary): string => template.titulo
const ids = (filter: Partial<FormsFilter>, templates = forms): string[] =>
  filterForms(templates, { name: '', area: '', municipality: '', ...filter }, titleOf).map(
    ({ template }) => template.id,
  )

describe('findForms', () => {
  it('sorts by title without minding case and accents, and hides what was deleted', () => {
    expect(ids({})).toEqual(['3', '2', '1'])
  })

  it('sorts by the title that is shown, whatever it is called originally', () => {
    const translated: Readonly<Record<string, string>> = { '1': 'A', '2': 'B', '3': 'C' }
    const found = filterForms(forms, { name: '', area: '', municipality: '' }, ({ id }) => translated[id] ?? '')
    expect(found.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
  })

  it('searches by name without minding case, accents and leading white space', () => {
    expect(ids({ name: '  ARBOL' })).toEqual(['1'])
    expect(ids({ name: 'habilitacion' })).toEqual(['2'])
  })

  it('filters by area, and by both', () => {
    expect(ids({ area: `${AREA}Ambiente` })).toEqual(['3', '1'])
    expect(ids({ name: 'poda', area: `${AREA}Comercio` })).toEqual([])
  })

  it('filters by municipality, in whatever place among its areas the form names it', () => {
    const both = {
      ...form('6', 'Zanjas', 'Comercio'),
      areas: [`${AREA}Comercio`, `${AWAY}/areas_municipales/Obras`],
    } as unknown as FormSummary
    expect(ids({ municipality: AWAY }, [...forms, abroad, both])).toEqual(['5', '6'])
    expect(ids({ municipality: HOME }, [...forms, abroad, both])).toEqual(['3', '2', '1', '6'])
  })

  it('finds a form by its original title as well as by the translated one', () => {
    const found = filterForms(forms, { name: 'poda', area: '', municipality: '' }, ({ titulo }) => `${titulo} (en)`)
    expect(found.map(({ template }) => template.id)).toEqual(['1'])
  })
})

describe('sharedTitles', () => {
  it('tells which titles do not name one form alone', () => {
    const found = filterForms(
      [...forms, form('7', 'Ábaco', 'Comercio')],
      { name: '', area: '', municipality: '' },
      titleOf,
    )
    expect([...findDuplicateTitles(found)]).toEqual(['Ábaco'])
  })
})

describe('areasOf', () => {
  const names = (municipality: string): readonly string[] =>
    listAreaChoices([...forms, abroad], () => undefined, municipality).map(({ path }) => path)

  it('names each area of the forms once, by name', () => {
    expect(listAreaChoices(forms, () => undefined, '')).toEqual([
      { path: `${AREA}Ambiente`, name: 'Ambiente', municipality: HOME },
      { path: `${AREA}Comercio`, name: 'Comercio', municipality: HOME },
    ])
  })

  it('leaves out the areas of other municipalities once one is chosen', () => {
    expect(names('')).toHaveLength(3)
    expect(names(AWAY)).toEqual([`${AWAY}/areas_municipales/Ambiente`])
  })
})

describe('municipalitiesOf', () => {
  const entry = (municipality: string, area: string, municipio: string, provincia: string): SyncedArea =>
    ({ path: `${municipality}/areas_municipales/${area}`, nombre: area, municipio, provincia, pais: '' }) as SyncedArea

  it('names each municipality of the account’s areas once', () => {
    const areas = [entry(HOME, 'a', 'Yala', 'X'), entry(HOME, 'b', 'Yala', 'X'), entry(AWAY, 'c', 'Áurea', 'M')]
    expect(listMunicipalityChoices(areas)).toEqual([
      { path: AWAY, name: 'Áurea' },
      { path: HOME, name: 'Yala' },
    ])
  })

  it('tells two of one name apart', () => {
    const areas = [entry(HOME, 'a', 'San Martín', 'Mendoza'), entry(AWAY, 'b', 'San Martín', 'Salta')]
    expect(listMunicipalityChoices(areas).map(({ name }) => name)).toEqual([
      'San Martín (Mendoza)',
      'San Martín (Salta)',
    ])
  })
})
