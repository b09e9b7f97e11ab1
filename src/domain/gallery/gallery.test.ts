import { describe, expect, it } from 'vitest'
import { exportTemplate, importTemplate } from '../template-file/index.ts'
import { findReaderAdvice, findTemplateWarnings, validateTemplate } from '../templates/index.ts'
import { areaPathSchema } from '../kernel/index.ts'
import { buildGalleryForms } from './index.ts'

const AREA = areaPathSchema.parse('paises/AR/provincias/cordoba/municipios/villa-serena/areas_municipales/inspeccion')
const FORMS = buildGalleryForms()

const READ = ['titulo', 'descripcion', 'texto', 'condition', 'conditionalQuestion', 'ayuda', 'nombreFila']

/** Visible texts with their field: all except names of states and signatories, of one language. */
function texts(value: unknown, found: { readonly name: string; readonly in: Record<string, unknown> }[] = []) {
  if (Array.isArray(value)) for (const one of value) texts(one, found)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const fields = value as Record<string, unknown>
      if (READ.includes(name) && inner !== '') found.push({ name, in: fields })
      else texts(inner, found)
    }
  return found
}

describe('the gallery', () => {
  it('has ten forms of different titles', () => {
    expect(new Set(FORMS.map(({ draft }) => draft.titulo)).size).toBe(10)
  })

  it('shows what forms can do: sections, conditions, repeats, states, signatures, photos, and one that is public', () => {
    const some = (has: (draft: (typeof FORMS)[number]['draft']) => boolean) => FORMS.filter(({ draft }) => has(draft))
    expect(some(({ secciones }) => secciones.length < 2)).toEqual([])
    expect(some(({ secciones }) => secciones.some((one) => one.conditionalSection)).length).toBeGreaterThanOrEqual(7)
    expect(some(({ secciones }) => secciones.some((one) => one.repetible)).length).toBeGreaterThanOrEqual(6)
    expect(some(({ estados }) => estados.disponibles.length > 1).length).toBeGreaterThanOrEqual(7)
    expect(some(({ signatures }) => signatures.length > 0).length).toBeGreaterThanOrEqual(5)
    expect(some(({ opcionales }) => opcionales.publico)).toHaveLength(1)
  })

  it.each(FORMS.map((form) => [form.name, form] as const))(
    '%s can be saved as it is, once it has an area',
    (_, form) => {
      const draft = { ...form.draft, areas: [AREA] }
      expect(validateTemplate(draft)).toEqual([])
      expect(findTemplateWarnings(draft)).toEqual([])
      expect(findReaderAdvice(draft)).toEqual([])
      expect(importTemplate(exportTemplate(draft))).toEqual({ ok: true, value: draft })
    },
  )

  it.each(FORMS.map((form) => [form.name, form] as const))('%s speaks Spanish and English', (_, { draft }) => {
    const alone = texts(draft).filter(
      ({ name, in: fields }) =>
        (fields[`${name}AlternativeLanguage_en`] ?? '') === '' ||
        fields[name] === fields[`${name}AlternativeLanguage_en`],
    )
    // Words that are equal in both languages.
    const same = ['No', 'Formal', 'Informal', 'Internet', 'Gases', 'animal']
    expect(alone.map(({ name, in: fields }) => fields[name]).filter((text) => !same.includes(String(text)))).toEqual([])
  })
})
