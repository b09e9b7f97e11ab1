import { describe, expect, it } from 'vitest'
import { sectionSchema, type AnsweredSection, type Section } from '../templates/index.ts'
import { composeSections } from './compose.ts'
import { createEmptyValues, type AnswerValues } from '../answers/documents/values.ts'
import { getPositionRowId } from '../kernel/row-ids.ts'
import { MAX_CELL_LENGTH, buildQuestionCells, listQuestionColumns } from './question-columns.ts'

const option = (orden: number, texto: string, gl?: string) => ({
  orden,
  texto,
  ...(gl === undefined ? {} : { textoAlternativeLanguage_gl: gl }),
})
const section = (fields: object): Section => sectionSchema.parse(fields)
const LOCAL = section({
  orden: 0,
  titulo: 'Local',
  preguntas: [
    { orden: 0, titulo: 'Nombre', tipoPregunta: 1 },
    { orden: 1, titulo: 'Vence', tipoPregunta: 1, tipoDato: 4 },
    { orden: 2, titulo: 'Rubros', tipoPregunta: 2, opciones: [option(0, 'Bar', 'Taberna'), option(1, 'Kiosco')] },
    { orden: 3, titulo: 'Matafuegos', tipoPregunta: 4, adjuntar: true, adjuntarDocumento: true },
    { orden: 4, titulo: 'Aviso', tipoPregunta: 1, tipoDato: 7 },
    {
      orden: 5,
      titulo: 'Dueño',
      tipoPregunta: 5,
      combinedQuestions: [
        { type: 'text', orden: 0, content: 'Es de' },
        { type: 'input', orden: 1, name: 'quién', tipoPregunta: 1 },
        { type: 'input', orden: 2, name: 'vive aquí', tipoPregunta: 4 },
      ],
    },
  ],
})
const TREES = section({
  orden: 1,
  titulo: 'Árboles',
  repetible: true,
  preguntas: [{ orden: 0, titulo: 'Especie', tipoPregunta: 1 }],
})
const FIRE = section({
  orden: 2,
  conditionalSection: true,
  conditionalQuestion: 'Incendio',
  conditions: [
    { order: 0, condition: 'Hubo', questions: [{ orden: 0, titulo: 'Cuándo', tipoPregunta: 1 }] },
    { order: 1, condition: 'No hubo', questions: [{ orden: 0, titulo: 'Cuándo', tipoPregunta: 1 }] },
  ],
})
const FORM = [LOCAL, TREES, FIRE]

const keyOf = (title: string, sections: readonly AnsweredSection[] = FORM) =>
  listQuestionColumns(sections).find(({ question }) => question.titulo === title)?.key ?? ''
function answered(values: Readonly<Record<string, object>>, more: Partial<AnswerValues> = {}) {
  const template = { secciones: FORM } as unknown as Parameters<typeof composeSections>[0]
  const content = { ...createEmptyValues(), ...more, values: values as AnswerValues['values'] }
  const file = { url: '', sha256: 'a'.repeat(64), bytes: 1, type: 'image/jpeg', name: 'x' }
  return composeSections(template, content, new Map([['f', file as never]]))
}
const cellOf = (title: string, values: Readonly<Record<string, object>>, more: Partial<AnswerValues> = {}) =>
  buildQuestionCells(answered(values, more), [keyOf(title)], 'gl')[keyOf(title)]

describe('the questions of a form as columns', () => {
  it('are those that ask something, each under a name of its own', () => {
    const columns = listQuestionColumns(FORM)
    expect(columns.map(({ question }) => question.titulo)).toEqual([
      'Nombre',
      'Vence',
      'Rubros',
      'Matafuegos',
      'Dueño',
      'Especie',
      'Cuándo',
      'Cuándo',
    ])
    expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length)
    for (const { key } of columns) expect(key).toMatch(/^[0-9a-z]{1,11}$/)
  })

  it('keep their name when they are moved, and are others when they are reworded or another one is above them', () => {
    const moved = {
      ...LOCAL,
      orden: 7,
      preguntas: [...LOCAL.preguntas].reverse().map((one, orden) => ({ ...one, orden })),
    }
    expect(keyOf('Vence', [TREES, moved])).toBe(keyOf('Vence'))
    expect(keyOf('Vence', [{ ...LOCAL, titulo: 'Comercio' }])).not.toBe(keyOf('Vence'))
    const twice = listQuestionColumns([
      section({ orden: 0, preguntas: [0, 1].map((orden) => ({ orden, titulo: 'A', tipoPregunta: 1 })) }),
    ])
    expect(twice[0]?.key).not.toBe(twice[1]?.key)
  })

  it('do not meet by their names, in as large a form as there is', () => {
    const preguntas = Array.from({ length: 1000 }, (_, orden) => ({
      orden,
      titulo: `Pregunta ${orden}`,
      tipoPregunta: 1,
    }))
    const many = Array.from({ length: 50 }, (_, orden) =>
      section({ orden, titulo: `Sección ${orden}`, preguntas: preguntas.slice(0, 400) }),
    )
    expect(new Set(listQuestionColumns(many).map(({ key }) => key)).size).toBe(20_000)
  })
})

describe('a cell', () => {
  it.each([
    ['Nombre', { '0/0': { respuesta: ' Bar El Puente ' } }, ['Bar El Puente']],
    ['Vence', { '0/1': { respuesta: '2027-03-09' } }, ['09/03/2027']],
    ['Rubros', { '0/2': { chosen: [0, 1] } }, ['Taberna, Kiosco']],
    ['Matafuegos', { '0/3': { respuesta: false } }, [false]],
    ['Dueño', { '0/5': { combined: { 1: { respuesta: 'Ana' }, 2: { respuesta: true } } } }, ['Ana', true]],
    ['Nombre', { '0/0': { respuesta: '   ' } }, []],
    ['Nombre', {}, []],
  ])('says what was answered to %s as the answer itself does: %j', (title, values, parts) => {
    expect(cellOf(title, values)).toEqual({ parts, files: 0, rows: 0 })
  })

  it('counts files, and tells the first row of a repeated section and how many others there are', () => {
    expect(cellOf('Matafuegos', { '0/3': { imagen: 'f', documento: 'f' } })).toEqual({ parts: [], files: 2, rows: 0 })
    const rows = { rows: { 1: [getPositionRowId(0), getPositionRowId(1)] } }
    expect(cellOf('Especie', { '1/0': { respuesta: 'Roble' }, '1/r0/0': { respuesta: 'Tilo' } }, rows)).toEqual({
      parts: ['Roble'],
      files: 0,
      rows: 2,
    })
  })

  it('is not there where the question was not asked: the condition is not checked, or the version lacks it', () => {
    const values = { '2/c0/0': { respuesta: 'ayer' } as object }
    expect(cellOf('Cuándo', values)).toBeUndefined()
    expect(cellOf('Cuándo', values, { conditions: { 2: [0] } })).toEqual({ parts: ['ayer'], files: 0, rows: 0 })
    expect(buildQuestionCells(answered({}), ['1abc'], 'es')).toEqual({})
  })

  it('holds no more than a table has room for, and cuts no character in two', () => {
    const [text] = cellOf('Nombre', { '0/0': { respuesta: `a${'😀'.repeat(1000)}` } })?.parts ?? []
    expect(String(text).length).toBeLessThanOrEqual(MAX_CELL_LENGTH)
    expect(text).toMatch(/😀…$/u)
    const combined = { 1: { respuesta: 'x'.repeat(1000) }, 2: { respuesta: true } }
    expect(cellOf('Dueño', { '0/5': { combined } })?.parts).toHaveLength(1)
  })

  it('does not fail over a document of an earlier release, which lacks what has a default now', () => {
    const old = [{ orden: 0, titulo: 'A', preguntas: [{ orden: 0, titulo: 'B', tipoPregunta: 2 }] }, { orden: 1 }]
    const sections = old as unknown as readonly AnsweredSection[]
    expect(
      buildQuestionCells(
        sections,
        listQuestionColumns(sections).map(({ key }) => key),
        'es',
      ),
    ).toEqual({
      [listQuestionColumns(sections)[0]?.key ?? '']: { parts: [], files: 0, rows: 0 },
    })
  })
})

it('two questions whose titles differ by a space have a column each, and cells of their own', () => {
  const alike = section({
    orden: 0,
    titulo: 'Visita',
    preguntas: ['Observaciones', 'Observaciones '].map((titulo, orden) => ({ orden, titulo, tipoPregunta: 1 })),
  })
  const keys = listQuestionColumns([alike]).map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
  const template = { secciones: [alike] } as unknown as Parameters<typeof composeSections>[0]
  const values = { '0/0': { respuesta: 'uno' }, '0/1': { respuesta: 'dos' } } as unknown as AnswerValues['values']
  const cells = buildQuestionCells(composeSections(template, { ...createEmptyValues(), values }, new Map()), keys, 'es')
  expect(keys.map((key) => cells[key]?.parts)).toEqual([['uno'], ['dos']])
})
