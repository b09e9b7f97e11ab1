import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areaPathSchema, templateIdSchema, toInstant } from '../kernel/index.ts'
import { linkSchema } from '../kernel/building-blocks.ts'
import * as documents from './documents.ts'
import {
  completeTemplate,
  formTemplateSchema,
  pdfSettingsSchema,
  sectionSchema,
  templateDraftSchema,
  templateOptionsSchema,
} from '../templates/index.ts'
import { DATA_TYPE, optionSchema, questionSchema, QUESTION_TYPE } from '../questions/index.ts'
import { userSchema } from '../users/index.ts'
import { getFirstArea, municipalityKeySchema, municipalitySchema, resolveSettings } from '../places/index.ts'

const area = areaPathSchema.parse('paises/AR/provincias/cordoba/municipios/cba/areas_municipales/parks')
const facts = {
  id: templateIdSchema.parse('t1'),
  version: 1,
  areas: [area],
  areaInfo: { nombre: 'Parks' },
  municipioInfo: { nombre: 'Córdoba' },
  timeStamp: toInstant(0),
}

describe('templates', () => {
  it('can be completed from an imported form that says nothing of areas, options or states', () => {
    const form = {
      titulo: 'Imported',
      secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'Plot', tipoPregunta: 1, tipoDato: 3 }] }],
    }
    const template = completeTemplate(form, facts)
    expect(template).toMatchObject({ ...form, ...facts, deleted: false, signatures: [] })
    expect(formTemplateSchema.parse(JSON.parse(JSON.stringify(template)))).toEqual(template)
  })

  it('have every option off and no states until someone decides', () => {
    const draft = templateDraftSchema.parse({ titulo: 'Empty', secciones: [] })
    expect(Object.values(draft.opcionales).every((flag) => !flag)).toBe(true)
    expect(draft.estados).toEqual({ disponibles: [], inicial: null, history: [] })
    expect(Object.keys(templateOptionsSchema.shape)).toHaveLength(26)
  })

  it('belong to an area', () => {
    expect(
      formTemplateSchema.safeParse({
        ...templateDraftSchema.parse({ titulo: 'x', secciones: [] }),
        ...facts,
        areas: [],
      }).success,
    ).toBe(false)
    expect(getFirstArea({ areas: [area] })).toBe(area)
  })

  it('keep their texts in other languages and drop fields that no one knows', () => {
    const option = optionSchema.parse({
      orden: 0,
      texto: 'Sí',
      textoAlternativeLanguage_en: 'Yes',
      textoAlternativeLanguage_xx: '?',
      more: 1,
    })
    expect(option).toEqual({ orden: 0, texto: 'Sí', checked: false, textoAlternativeLanguage_en: 'Yes' })
  })
})

describe('rubbish', () => {
  const question = { orden: 0, titulo: 'x', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.STRING }

  it.each([
    ['a question type that there is not', questionSchema, { ...question, tipoPregunta: 6 }],
    ['a data type that there is not', questionSchema, { ...question, tipoDato: 0 }],
    ['an order below zero', questionSchema, { ...question, orden: -1 }],
    ['a broken order', questionSchema, { ...question, orden: 0.5 }],
    ['a title beyond measure', questionSchema, { ...question, titulo: 'x'.repeat(2001) }],
    ['a link that runs a script', questionSchema, { ...question, link: 'javascript:alert(1)' }],
    [
      'a section of too many questions',
      sectionSchema,
      { orden: 0, preguntas: Array.from({ length: 1001 }, () => question) },
    ],
    ['portable print with a logo', pdfSettingsSchema, { portablePrint: true, logoChecked: true }],
  ])('is refused: %s', (_what, schema: z.ZodType, value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })

  it.each([
    'https://example.org/a?b=c',
    'http://example.org',
    'mailto:a@b.org',
    'tel:+543514',
    '/files/1',
    'example.org/page',
    '',
  ])('is not the link %s', (link) => {
    expect(linkSchema.safeParse(link).success).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
  ])('is the link %j', (link) => {
    expect(linkSchema.safeParse(link).success).toBe(false)
  })
})

describe('users', () => {
  const user = {
    id: 'u1',
    userMuniCore: 'APaz',
    lowercase_username: 'APaz',
    email: 'Ana@Relevo.Example',
    firstName: 'Ana',
    lastName: 'Paz',
    areas: [area],
    municipalityPath: area.slice(0, area.indexOf('/areas_')),
  }

  it('have exactly one role', () => {
    expect(userSchema.safeParse({ ...user, roles: ['ROLE_INSPECTOR'] }).success).toBe(true)
    expect(userSchema.safeParse({ ...user, roles: [] }).success).toBe(false)
    expect(userSchema.safeParse({ ...user, roles: ['ROLE_INSPECTOR', 'ROLE_ADMIN'] }).success).toBe(false)
    expect(userSchema.safeParse({ ...user, roles: ['ROLE_KING'] }).success).toBe(false)
  })

  it('are kept under lower-case names, so that no one has two accounts', () => {
    expect(userSchema.parse({ ...user, roles: ['ROLE_INSPECTOR'] })).toMatchObject({
      email: 'ana@relevo.example',
      userMuniCore: 'apaz',
      lowercase_username: 'apaz',
    })
  })

  it('are never called like the public', () => {
    expect(userSchema.safeParse({ ...user, id: 'public', roles: ['ROLE_INSPECTOR'] }).success).toBe(false)
  })
})

describe('municipalities', () => {
  const plain = { path: area.slice(0, area.indexOf('/areas_')), nombre: 'Córdoba', key: 'CBA' }

  it('do what everybody does, but for the geocoder of number 114 and what an administrator sets', () => {
    expect(resolveSettings(municipalitySchema.parse(plain)).geocoder).toBe('map-search')
    expect(resolveSettings(municipalitySchema.parse({ ...plain, idMuniCore: 114 })).geocoder).toBe('address-service')
    const own = municipalitySchema.parse({
      ...plain,
      idMuniCore: 114,
      settings: { geocoder: 'map-search', codeHidden: true },
    })
    expect(resolveSettings(own)).toMatchObject({
      geocoder: 'map-search',
      codeHidden: true,
      videoAttachments: false,
      statisticsPageSize: 100,
    })
  })

  it('have the clock and the language of their country until they say so themselves', () => {
    const of = (path: string, settings = {}) => {
      const { timeZone, language } = resolveSettings({ path, settings })
      return [timeZone, language]
    }
    expect(of(plain.path)).toEqual(['America/Argentina/Buenos_Aires', 'es'])
    expect(of('paises/BR/provincias/rs/municipios/pelotas')).toEqual(['America/Sao_Paulo', 'pt'])
    expect(of('paises/uy/provincias/x/municipios/y')).toEqual(['America/Montevideo', 'es'])
    expect(of('paises/XX/provincias/x/municipios/y')).toEqual(['UTC', 'en'])
    expect(of(plain.path, { timeZone: 'America/Argentina/Ushuaia' })).toEqual(['America/Argentina/Ushuaia', 'es'])
  })

  it.each(['CBA', 'MVD', 'ÑU', 'DESC'])('may have the key %s', (key) =>
    expect(municipalityKeySchema.safeParse(key).success).toBe(true),
  )
  it.each(['', 'A', 'cba', 'CB1', 'C A'])('may not have the key %j', (key) =>
    expect(municipalityKeySchema.safeParse(key).success).toBe(false),
  )
})

describe('every field', () => {
  /** Its own description, or that of the schema wrapped by a later `optional`. */
  function descriptionOf(schema: unknown): string | undefined {
    if (!(schema instanceof z.core.$ZodType)) return undefined
    return (
      z.globalRegistry.get(schema)?.description ??
      descriptionOf((schema._zod.def as unknown as Record<string, unknown>)['innerType'])
    )
  }

  it('has its one-line description', () => {
    const nameless: string[] = []
    const seen = new Set<unknown>()
    const visit = (schema: unknown, path: string): void => {
      if (!(schema instanceof z.core.$ZodType) || seen.has(schema)) return
      seen.add(schema)
      const { def } = schema._zod
      if (schema instanceof z.ZodObject) {
        for (const [name, field] of Object.entries(schema.shape)) {
          const described = descriptionOf(field)
          // Problems are described in the kernel.
          if (!path.endsWith('.reason') && (described === undefined || described.includes('\n')))
            nameless.push(`${path}.${name}`)
          visit(field, `${path}.${name}`)
        }
      }
      for (const inner of ['innerType', 'element'] as const)
        if (inner in def) visit((def as unknown as Record<string, unknown>)[inner], path)
      if ('options' in def) for (const option of def.options as readonly unknown[]) visit(option, path)
    }
    for (const [name, schema] of Object.entries(documents)) visit(schema, name)
    expect(seen.size).toBeGreaterThan(200)
    expect(nameless).toEqual([])
  })
})
