import { describe, expect, it } from 'vitest'
import { composeAnswer, type SubmitMutation } from '../answering/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import type { FormTemplate } from '../templates/index.ts'
import { toInstant } from '../kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, buildPlainSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildPlainTemplate, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { WORDS } from '#tests/support/builders/export-words.ts'
import { buildPaymentEntry } from '../payments/index.ts'
import { toExportedAnswer, toExportedVersion } from './exported-answer.ts'
import type { ExportedAnswer } from './export-call.ts'
import { EMPTY_TABLE_FACTS, extendTableFacts, buildExportTable, type ExportTable } from './table.ts'

const ORIGIN = 'https://relevo.test'
const minuteOf = (instant: string) => instant.slice(0, 16)

type Filled = { readonly template: FormTemplate; readonly submit: SubmitMutation; readonly code?: string }

function exported({ template, submit, code = 'VIS1' }: Filled): ExportedAnswer {
  const facts = { code, now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')), author: buildUser('ines') }
  return toExportedAnswer(composeAnswer(template, submit, facts))
}

/** The table of these answers, with its lines as objects by heading; empty cells are left out. */
function tabled(filled: readonly Filled[]) {
  const answers = filled.map(exported)
  const versions = filled.map(({ template }) => ({ version: template.version, secciones: template.secciones }))
  const table: ExportTable = buildExportTable(extendTableFacts(EMPTY_TABLE_FACTS, { answers, versions }), {
    texts: WORDS,
    minuteOf,
    origin: ORIGIN,
  })
  const lines = answers.flatMap((answer) =>
    table.linesOf(answer).map((line) => {
      expect(line).toHaveLength(table.heads.length)
      return Object.fromEntries(
        table.heads.flatMap(({ text }, at) => ((line[at] ?? null) === null ? [] : [[text, line[at]]])),
      )
    }),
  )
  return { heads: table.heads.map(({ text }) => text), lines, table }
}

const asked = (secciones: readonly object[], version = 1) => buildPlainTemplate({ version }, { secciones })
const open = (titulo: string, orden = 0, more: object = {}) => ({
  orden,
  titulo,
  tipoPregunta: QUESTION_TYPE.OPEN,
  ...more,
})
const answered = (values: object, more: object = {}) =>
  buildPlainSubmit(1, '', { content: { values, conditions: {}, rows: {}, ...more } })

describe('the table of a form with one of each thing', () => {
  const { lines, heads } = tabled([{ template: buildTemplate(), submit: buildSubmit() }])
  const [first = {}, second = {}] = lines
  const answer = buildSubmit().answer

  it('has every value as what it is, under what was asked', () => {
    expect(first).toMatchObject({
      Code: 'VIS1',
      Id: answer,
      Created: { at: '2026-11-20T15:00' },
      State: 'Pendiente',
      Area: 'Inspección General',
      Author: 'Inés Quiroga',
      Login: 'ines@relevo.example',
      Version: 1,
      'Local · Nombre': 'Bar El Puente',
      'Local · Empleados': 4,
      'Local · Superficie': 82.5,
      'Local · Vencimiento': { at: '2027-03-01' },
      'Local · Rubros': 'Bar, Otro',
      'Local · Estado': 'Malo',
      'Local · Matafuegos': 'yes',
      'Local · Fachada · image': `${ORIGIN}/api/answers/${answer}/files/${PHOTO.sha256}`,
      'Tipo de local': 'Gastronómico',
      'Tipo de local · Gastronómico · Cubiertos': '40',
      'Salidas · Ubicación': 'Puerta principal',
      'Signature · Titular': 'Ana Paz',
      'Signature · Titular · image': `${ORIGIN}/api/answers/${answer}/files/${SIGNATURE.sha256}`,
    })
    expect(heads).toContain('Tipo de local · Depósito · Metros')
    expect(first).not.toHaveProperty('Tipo de local · Depósito · Metros')
  })

  it('gives each further row of a repeated section a line of its own, which holds nothing else', () => {
    expect(lines).toHaveLength(2)
    expect(first['Line']).toBe(1)
    expect(second).toEqual({ Code: 'VIS1', Id: answer, Line: 2, 'Salidas · Ubicación': 'Salida de emergencia' })
  })

  it('leaves out what no answer has: there is no citizen, no place, no incident', () => {
    for (const head of ['Recipient', 'Latitude', 'Incident', 'Address']) expect(heads).not.toContain(head)
  })
})

it('a place in a row has its address, its latitude and its longitude', () => {
  const template = asked([
    { orden: 0, titulo: 'Árboles', repetible: true, preguntas: [open('Dónde', 0, { esUbicacion: true })] },
  ])
  const places = { '0/0': { respuesta: 'Rondeau 450 (-31.414200, -64.189300)' }, '0/r0/0': { respuesta: 'Plaza' } }
  const rest = { '0/r1/0': { respuesta: '-31.410000, -64.180000' } }
  const { heads, lines } = tabled([{ template, submit: answered({ ...places, ...rest }, { rows: { 0: 2 } }) }])
  const [address, latitude, longitude] = [
    'Árboles · Dónde',
    'Árboles · Dónde · Latitude',
    'Árboles · Dónde · Longitude',
  ]
  expect(heads.filter((head) => head.startsWith('Árboles'))).toEqual([address, latitude, longitude])
  expect(lines).toMatchObject([
    { [address]: 'Rondeau 450', [latitude]: -31.4142, [longitude]: -64.1893 },
    { [address]: 'Plaza' },
    { [latitude]: -31.41, [longitude]: -64.18 },
  ])
  expect([Object.keys(lines[1] ?? {}), Object.keys(lines[2] ?? {})]).toEqual([
    ['Code', 'Id', 'Line', address],
    ['Code', 'Id', 'Line', latitude, longitude],
  ])
})

it('two questions whose titles look the same have a column each', () => {
  const template = asked([
    {
      orden: 0,
      titulo: 'Visita',
      preguntas: [open('Notas'), open('Notas ', 1), open('No\u200Btas', 2)],
    },
  ])
  const submit = answered({ '0/0': { respuesta: 'a' }, '0/1': { respuesta: 'b' }, '0/2': { respuesta: 'c' } })
  const { heads, table } = tabled([{ template, submit }])
  expect(heads.filter((head) => head.startsWith('Visita'))).toEqual([
    'Visita · Notas',
    'Visita · Notas  (2)',
    'Visita · No\u200Btas (3)',
  ])
  const [line = []] = table.linesOf(exported({ template, submit }))
  expect(line.filter((_cell, at) => heads[at]?.startsWith('Visita'))).toEqual(['a', 'b', 'c'])
})

it('a question whose title got a space in a later version keeps its column', () => {
  const version = (titulo: string, number: number) =>
    asked([{ orden: 0, titulo: 'Visita', preguntas: [open(titulo)] }], number)
  const { heads, lines } = tabled([
    { template: version('Notas', 1), submit: answered({ '0/0': { respuesta: 'a' } }) },
    { template: version('Notas ', 2), submit: { ...answered({ '0/0': { respuesta: 'b' } }), version: 2 } },
  ])
  const [own = '', ...others] = heads.filter((head) => head.startsWith('Visita'))
  expect([others, ...lines.map((line) => line[own])]).toEqual([[], 'a', 'b'])
})

describe('several versions of a form', () => {
  const one = asked([{ orden: 0, titulo: 'A', preguntas: [open('Calle'), open('Número', 1), open('Piso', 2)] }])
  const two = asked(
    [
      { orden: 0, titulo: 'Nueva', preguntas: [open('Primero')] },
      { orden: 1, titulo: 'A', preguntas: [open('Calle y altura'), open('Piso', 1)] },
    ],
    2,
  )
  const { heads, lines } = tabled([
    { template: one, submit: answered({ '0/0': { respuesta: 'Mitre' }, '0/2': { respuesta: 'PB' } }) },
    {
      template: two,
      submit: {
        ...answered({ '0/0': { respuesta: 'x' }, '1/0': { respuesta: 'Mitre 4' }, '1/1': { respuesta: '2' } }),
        version: 2,
      },
    },
  ])

  it('puts what was asked alike into one column, wherever it is, and nothing else', () => {
    expect(lines[0]).toMatchObject({ 'A · Calle': 'Mitre', 'A · Piso': 'PB', Version: 1 })
    expect(lines[1]).toMatchObject({ 'Nueva · Primero': 'x', 'A · Calle y altura': 'Mitre 4', 'A · Piso': '2' })
    expect(lines[1]).not.toHaveProperty('A · Calle')
  })

  it('orders the columns as the newest version does', () => {
    const asking = heads.filter((head) => head.includes(' · '))
    expect(asking.filter((head) => !['A · Calle', 'A · Número'].includes(head))).toEqual([
      'Nueva · Primero',
      'A · Calle y altura',
      'A · Piso',
    ])
    expect(new Set(asking).size).toBe(5)
  })
})

describe('what a question is', () => {
  it('tells twins apart, and names sections without a title by their place', () => {
    const template = asked([{ orden: 4, preguntas: [open('Foto'), open('Foto', 1)] }])
    const { lines } = tabled([{ template, submit: answered({ '4/0': { respuesta: 'a' }, '4/1': { respuesta: 'b' } }) }])
    expect(lines[0]).toMatchObject({ 'Section 1 · Foto': 'a', 'Section 1 · Foto (2)': 'b' })
  })

  it('gives each field of a combined question a column, and no column to what only is read', () => {
    const combinedQuestions = [
      { type: 'text', orden: 0, content: 'Mide' },
      { type: 'input', orden: 1, name: 'Ancho', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.DECIMAL },
      { type: 'input', orden: 2, name: '¿Seco?', tipoPregunta: QUESTION_TYPE.BOOLEAN },
    ]
    const preguntas = [
      { orden: 0, titulo: 'Medidas', tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions },
      open('Aviso', 1, { tipoDato: DATA_TYPE.TITLE, adjuntarDocumento: true }),
    ]
    const combined = { '1': { respuesta: '2,5' }, '2': { respuesta: false } }
    const { heads, lines } = tabled([
      { template: asked([{ orden: 0, titulo: 'S', preguntas }]), submit: answered({ '0/0': { combined } }) },
    ])
    expect(lines[0]).toMatchObject({ 'S · Medidas · Ancho': 2.5, 'S · Medidas · ¿Seco?': 'no' })
    expect(heads.filter((head) => head.startsWith('S · Aviso'))).toEqual(['S · Aviso · document'])
  })

  it.each([
    [DATA_TYPE.NUMBER, '12', 12],
    [DATA_TYPE.NUMBER, '007', '007'],
    [DATA_TYPE.NUMBER, '0', 0],
    [DATA_TYPE.NUMBER, '1234567890123456789', '1234567890123456789'],
    [DATA_TYPE.DECIMAL, '0,05', 0.05],
    [DATA_TYPE.DECIMAL, '00,5', '00,5'],
    [DATA_TYPE.DATE, '1899-12-31', '31/12/1899'],
    [DATA_TYPE.DATE, '1900-02-28', '28/02/1900'],
    [DATA_TYPE.DATE, '1900-03-01', { at: '1900-03-01' }],
    [DATA_TYPE.TIME, '08:30', '08:30'],
    [DATA_TYPE.STRING, '12', '12'],
  ])('writes type %i, %j, as %j', (tipoDato, respuesta, cell) => {
    const template = asked([{ orden: 0, titulo: 'S', preguntas: [open('P', 0, { tipoDato })] }])
    const { lines } = tabled([{ template, submit: answered({ '0/0': { respuesta } }) }])
    expect(lines[0]?.['S · P']).toEqual(cell)
  })

  it('reads what was asked off the answer where its version is not kept', () => {
    const facts = { code: 'VIS1', now: toInstant(0), author: buildUser('ines') }
    const answer = composeAnswer(buildTemplate(), buildSubmit(), facts)
    const read = toExportedVersion(answer)
    const whole = { version: 1, secciones: buildTemplate().secciones }
    const headsWith = (version: typeof read) =>
      buildExportTable(extendTableFacts(EMPTY_TABLE_FACTS, { answers: [], versions: [version] }), {
        texts: WORDS,
        minuteOf,
        origin: '',
      }).heads
    expect(headsWith(read)).toEqual(headsWith(whole))
  })
})

it('has no two columns of one name', () => {
  const section = { orden: 0, titulo: 'Code', preguntas: [], conditionalSection: true, conditionalQuestion: 'Code' }
  const { heads } = tabled([
    {
      template: asked([
        { ...section, conditions: [{ order: 0, condition: 'A', questions: [] }] },
        { orden: 1, titulo: 'One · two', preguntas: [open('three')] },
        { orden: 2, titulo: 'One', preguntas: [open('two · three')] },
      ]),
      submit: answered({ '1/0': { respuesta: 'x' }, '2/0': { respuesta: 'y' } }),
    },
  ])
  expect(heads).toEqual(expect.arrayContaining(['Code', 'Code (2)', 'One · two · three', 'One · two · three (2)']))
  expect(new Set(heads).size).toBe(heads.length)
})

describe('the payment of an answer', () => {
  const template = buildPlainTemplate({}, { opcionales: { addPaymentGateway: true } })
  const answer = composeAnswer(template, buildPlainSubmit(1), {
    code: 'VIS1',
    now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')),
    author: buildUser('ines'),
  })
  const factsOf = (change: object) => {
    const one = toExportedAnswer({ ...answer, ...change })
    const table = buildExportTable(extendTableFacts(EMPTY_TABLE_FACTS, { answers: [one], versions: [] }), {
      texts: WORDS,
      minuteOf,
      origin: ORIGIN,
    })
    const [line = []] = table.linesOf(one)
    return Object.fromEntries(
      table.heads
        .flatMap(({ text, shows }, at) => (/pay|paid|currency|order/i.test(text) ? [[text, line[at], shows]] : []))
        .map(([text, cell, shows]) => [text, shows === 'minute' ? [cell, shows] : cell]),
    )
  }

  it('is its status, its amount as a number, its order, and when it was paid on the municipality’s clock', () => {
    const paid = buildOrder({ status: 'Pagado', amount: 125_050, facts: [buildFact('paid')] })
    expect(factsOf({ payments: [buildPaymentEntry(paid, '', 'UTC')] })).toEqual({
      Payment: 'Pagado',
      'Amount to pay': 1250.5,
      Currency: 'ARS',
      'Order number': 'K3WQ9ZT0M4XB',
      'Paid on': [{ at: NOW.slice(0, 16) }, 'minute'],
    })
    expect(factsOf({ payments: [buildPaymentEntry(buildOrder(), '', 'UTC')] })).not.toHaveProperty('Paid on')
    expect(factsOf({})).toEqual({ Payment: 'Pendiente de validar' })
    expect(factsOf({ opcionales: { ...answer.opcionales, addPaymentGateway: false } })).toEqual({})
  })
})
