import { describe, expect, it } from 'vitest'
import { composeAnswer, type SubmitMutation } from '../answering/index.ts'
import type { Answer } from '../answers/index.ts'
import type { FormTemplate } from '../templates/index.ts'
import { instantSchema, toInstant, type Language } from '../kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, toVersion } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { extractAnswerFacts } from './facts.ts'
import { createLocalClock } from './local-clock.ts'
import { buildOutline } from './outline.ts'
import type { Figures, ReadyStatistics } from './reply.ts'
import { buildCrossFilter, buildStatistics } from './build-statistics.ts'
import { computeTotals } from './totals.ts'

const TEMPLATE = buildTemplate()
const BASE = buildSubmit().content
/** without the values in a condition and in an additional row */
const ELSEWHERE = Object.fromEntries(Object.entries(BASE.values).filter(([at]) => !/^2|\/r/.test(at)))

function answered(
  seed: number,
  change: Readonly<Record<string, unknown>> = {},
  template: FormTemplate = TEMPLATE,
): Answer {
  const submit: SubmitMutation = toVersion(buildSubmit(seed, change), template)
  const facts = {
    code: `VIS${seed}`,
    now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')),
    author: buildUser('ines'),
  }
  return composeAnswer(template, submit, facts)
}

/** With other values at some addresses. */
const values = (changed: object, more: object = {}) => ({
  content: { ...BASE, values: { ...BASE.values, ...changed }, ...more },
})

function statistics(
  answers: readonly Answer[],
  { options, versions = [TEMPLATE], timeZone = 'America/Argentina/Cordoba', language }: Asked = {},
): ReadyStatistics {
  const outline = buildOutline(versions, 'es')
  const facts = answers.map(extractAnswerFacts)
  const clock = createLocalClock(timeZone)
  const telling = {
    form: there(versions[0]),
    outline,
    language,
    at: instantSchema.parse('2026-11-21T00:00:00.000Z'),
    timeZone,
    masked: false,
    own: false,
    nameOfArea: () => 'Inspección General',
  }
  const found = computeTotals(facts, buildCrossFilter(outline, options), clock)
  return buildStatistics(telling, {}, computeTotals(facts, new Map(), clock), found)
}
type Asked = { options?: string; versions?: readonly FormTemplate[]; timeZone?: string; language?: Language }

function question(stats: ReadyStatistics, titulo: string) {
  return there(stats.sections.flatMap(({ questions }) => questions).find((one) => one.titulo === titulo))
}

function figures<K extends Figures['kind']>(stats: ReadyStatistics, titulo: string, kind: K) {
  const found = there(question(stats, titulo).figures)
  expect(found.kind).toBe(kind)
  return found as Extract<Figures, { kind: K }>
}

const bars = (stats: ReadyStatistics, titulo: string) =>
  Object.fromEntries(figures(stats, titulo, 'options').options.map(({ texto, key, count }) => [texto || key, count]))
const keyOf = (stats: ReadyStatistics, titulo: string, texto: string) => {
  const { key, figures: found } = question(stats, titulo)
  const option = found?.kind === 'options' ? found.options.find((one) => one.texto === texto) : undefined
  return `${key}.${there(option).key}`
}

describe('the statistics of a form with one of each thing', () => {
  const stats = statistics([
    answered(1),
    answered(2, values({ '0/1': { respuesta: '007' }, '0/4': { chosen: [0] }, '0/5': { chosen: [0] }, '0/6': {} })),
    answered(3, {
      content: { values: { ...ELSEWHERE, '2/c1/0': { respuesta: '300' } }, conditions: { '2': [1] }, rows: {} },
    }),
  ])

  it('count options, several of one answer too, and yes and no', () => {
    expect(bars(stats, 'Rubros')).toEqual({ Bar: 3, Almacén: 0, Otro: 2 })
    expect(figures(stats, 'Rubros', 'options')).toMatchObject({ asked: 3, answered: 3, several: true, of: 'select' })
    expect(bars(stats, 'Estado')).toEqual({ Bueno: 1, Malo: 2 })
    expect(bars(stats, 'Matafuegos')).toEqual({ yes: 2, no: 0 })
    expect(figures(stats, 'Matafuegos', 'options')).toMatchObject({ asked: 3, answered: 2, unanswered: 1 })
  })

  it('read numbers, days and texts', () => {
    expect(figures(stats, 'Empleados', 'numbers')).toMatchObject({ n: 3, sum: 15, median: 4 })
    expect(figures(stats, 'Superficie', 'numbers')).toMatchObject({ mean: 82.5, deviation: 0 })
    expect(figures(stats, 'Vencimiento', 'dates')).toMatchObject({ by: 'day', days: [{ at: '2027-03-01', count: 3 }] })
    expect(figures(stats, 'Nombre', 'texts')).toMatchObject({
      distinct: 1,
      top: [{ texto: 'Bar El Puente', count: 3 }],
    })
    expect(figures(stats, 'Fachada', 'texts').files.imagen).toBe(3)
  })

  it('tell not asked apart from not answered', () => {
    expect(bars(stats, 'Tipo de local')).toEqual({ Gastronómico: 2, Depósito: 1 })
    expect(figures(stats, 'Cubiertos', 'texts')).toMatchObject({ asked: 2, answered: 2, unanswered: 0, notAsked: 1 })
    expect(figures(stats, 'Metros', 'texts')).toMatchObject({ asked: 1, answered: 1, notAsked: 2 })
  })

  it('take the rows of a repeated section as the base of its questions', () => {
    expect(stats.sections.find(({ titulo }) => titulo === 'Salidas')?.rows).toEqual({ count: 5, nombre: '' })
    expect(figures(stats, 'Ubicación', 'texts')).toMatchObject({ asked: 5, answered: 5 })
  })

  it('tell hours, days, areas, authors and states', () => {
    expect(stats.found).toMatchObject({ answers: 3, authors: 1, first: '2026-11-20T15:00:00.000Z' })
    expect(stats.hours[12]).toBe(3)
    expect(stats.days).toEqual([{ day: '2026-11-20', count: 3 }])
    expect(stats.areas).toEqual([{ path: AREA, nombre: 'Inspección General', count: 3 }])
    expect(stats.states).toMatchObject([
      { nombre: 'Pendiente', id: 0, count: 3, left: 0 },
      { nombre: 'Aprobado', id: 1, count: 0 },
    ])
  })

  it('name states and form in the language of the reader, and count them under the name that answers keep', () => {
    const { disponibles } = TEMPLATE.estados
    const translated = disponibles.map((state) =>
      state.id === 0 ? { ...state, nombreAlternativeLanguage_en: 'Pending' } : state,
    )
    const versions = [
      { ...TEMPLATE, tituloAlternativeLanguage_en: 'Shops', estados: { ...TEMPLATE.estados, disponibles: translated } },
    ]
    const read = statistics([answered(1)], { versions, language: 'en' })
    expect(read.states).toMatchObject([
      { nombre: 'Pending', id: 0, count: 1 },
      { nombre: 'Aprobado', id: 1, count: 0 },
    ])
    expect(read.form).toMatchObject({ titulo: 'Shops', states: [{ nombre: 'Pending' }, { nombre: 'Aprobado' }] })
  })

  it('filter everything by an option but its own question', () => {
    const all = [answered(1), answered(2, values({ '0/5': { chosen: [0] }, '0/6': { respuesta: false } }))]
    const narrowed = statistics(all, { options: keyOf(stats, 'Estado', 'Bueno') })
    expect(narrowed.found.answers).toBe(1)
    expect(narrowed.all.answers).toBe(2)
    expect(bars(narrowed, 'Matafuegos')).toEqual({ yes: 0, no: 1 })
    expect(bars(narrowed, 'Estado')).toEqual({ Bueno: 1, Malo: 1 })
    const both = `${keyOf(stats, 'Estado', 'Bueno')},${keyOf(stats, 'Estado', 'Malo')}`
    expect(statistics(all, { options: both }).found.answers).toBe(2)
    expect(statistics(all, { options: 'nothing.here' }).found.answers).toBe(0)
  })
})

describe('versions of a form', () => {
  const [first, ...others] = TEMPLATE.secciones
  const renamed = {
    ...there(first),
    preguntas: there(first).preguntas.map((one) => (one.orden === 4 ? reworded(one) : one)),
  }
  const second = buildTemplate({ version: 2 }, { secciones: [renamed, ...others] })

  function reworded(one: FormTemplate['secciones'][number]['preguntas'][number]) {
    return { ...one, orden: 4, opciones: [...one.opciones.slice(1), { orden: 9, texto: 'Kiosco', checked: false }] }
  }

  it('are one: questions by their headings, options by their words', () => {
    const stats = statistics([answered(1), answered(2, values({ '0/4': { chosen: [2, 9] } }), second)], {
      versions: [second, TEMPLATE],
    })
    expect(bars(stats, 'Rubros')).toEqual({ Almacén: 0, Otro: 2, Kiosco: 1, Bar: 1 })
  })

  it('tell how many had no such question', () => {
    const grown = buildTemplate(
      { version: 2 },
      {
        secciones: [
          ...TEMPLATE.secciones,
          { orden: 3, titulo: 'Más', preguntas: [{ orden: 0, titulo: 'Ruido', tipoPregunta: 4 }] },
        ],
      },
    )
    const stats = statistics([answered(1), answered(2, values({ '3/0': { respuesta: false } }), grown)], {
      versions: [grown, TEMPLATE],
    })
    expect(figures(stats, 'Ruido', 'options')).toMatchObject({ asked: 1, answered: 1, absent: 1 })
  })
})

describe('headings that look alike', () => {
  const OPTIONS = [
    { orden: 0, texto: 'Bien', checked: false },
    { orden: 1, texto: 'Mal', checked: false },
  ]
  const twice = (first: string, second: string, more: object = {}) =>
    buildTemplate(
      {},
      {
        secciones: [
          {
            orden: 0,
            titulo: 'Visita',
            preguntas: [first, second].map((titulo, orden) => ({
              orden,
              titulo,
              tipoPregunta: 3,
              opciones: OPTIONS,
              ...more,
            })),
          },
        ],
      },
    )
  const counted = (template: FormTemplate) => {
    const content = { values: { '0/0': { chosen: [0] }, '0/1': { chosen: [1] } }, conditions: {}, rows: {} }
    const stats = statistics([answered(1, { content }, template)], { versions: [template] })
    return stats.sections.flatMap(({ questions }) =>
      questions.map(({ figures: found }) =>
        found?.kind === 'options' ? found.options.map(({ texto, count }) => `${texto} ${count}`) : [],
      ),
    )
  }

  it.each([
    ['are equal', 'Observaciones', 'Observaciones'],
    ['differ by a space at the end', 'Observaciones', 'Observaciones '],
    ['differ by a zero-width space', 'Observaciones', 'Observa\u200Bciones'],
    ['differ by how an accent is composed', 'Descripci\u00F3n', 'Descripcio\u0301n'],
  ])('are two questions when they %s', (_how, first, second) => {
    expect(counted(twice(first, second))).toEqual([
      ['Bien 1', 'Mal 0'],
      ['Bien 0', 'Mal 1'],
    ])
  })

  it('are one question in two versions of the form', () => {
    const [older, newer] = [twice('Visto', 'Observaciones'), twice('Visto ', 'Observaciones\u00A0')]
    const keys = (template: FormTemplate) =>
      buildOutline([template], 'es').flatMap(({ questions }) => questions.map(({ key }) => key))
    expect(keys(newer)).toEqual(keys(older))
  })

  it('are two sections with rows of their own', () => {
    const section = (orden: number, titulo: string) => ({
      orden,
      titulo,
      repetible: true,
      preguntas: [{ orden: 0, titulo: 'Especie', tipoPregunta: 1 }],
    })
    const template = buildTemplate({}, { secciones: [section(0, 'Árboles'), section(1, 'Árboles ')] })
    const content = { values: {}, conditions: {}, rows: { 0: 2 } }
    const stats = statistics([answered(1, { content }, template)], { versions: [template] })
    expect(stats.sections.map(({ rows }) => rows?.count)).toEqual([3, 1])
  })

  it('are two fields of a combined question', () => {
    const inputs = ['Piso', 'Piso '].map((name, orden) => ({ type: 'input', orden, name, tipoPregunta: 1 }))
    const preguntas = [{ orden: 0, titulo: 'Domicilio', tipoPregunta: 5, combinedQuestions: inputs }]
    const template = buildTemplate({}, { secciones: [{ orden: 0, titulo: 'Local', preguntas }] })
    expect(buildOutline([template], 'es')[0]?.questions).toHaveLength(2)
  })
})

describe('hours', () => {
  it.each([
    ['2026-09-06T03:59:59.000Z', { day: '2026-09-05', hour: 23 }],
    // Chile puts its clock forward at midnight: that day has 23 hours, and no hour 0.
    ['2026-09-06T04:00:00.000Z', { day: '2026-09-06', hour: 1 }],
    // And back at midnight: hour 23 occurs twice.
    ['2026-04-05T02:30:00.000Z', { day: '2026-04-04', hour: 23 }],
    ['2026-04-05T03:30:00.000Z', { day: '2026-04-04', hour: 23 }],
    ['2026-04-05T04:30:00.000Z', { day: '2026-04-05', hour: 0 }],
  ])('of %s are those of the clock on the wall', (at, expected) => {
    expect(createLocalClock('America/Santiago')(Date.parse(at))).toEqual(expected)
  })
})
