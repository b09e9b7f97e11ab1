import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../answering/index.ts'
import { toInstant } from '../kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, toVersion } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildStatistics } from './build-statistics.ts'
import { ColumnPart } from './columns/part.ts'
import { addAnswerToSegment, type PartName } from './columns/segment.ts'
import { computeStatisticsOnDevice, listNeededParts, WholeFormWriter } from './columns/whole-form.ts'
import { extractAnswerFacts, type AnswerFacts } from './facts.ts'
import { createLocalClock } from './local-clock.ts'
import { buildOutline } from './outline.ts'
import { statisticsFilterSchema } from './query.ts'
import { buildCrossFilter } from './build-statistics.ts'
import type { CrossTable } from './reply.ts'
import { computeTotals } from './totals.ts'

const options = (...texts: readonly string[]) => texts.map((texto, orden) => ({ orden, texto, checked: false }))
const FORM = buildTemplate(
  {},
  {
    secciones: [
      {
        orden: 0,
        titulo: 'Árbol',
        preguntas: [
          { orden: 0, titulo: 'Especie', tipoPregunta: 3, opciones: options('Tipa', 'Jacarandá') },
          { orden: 1, titulo: 'Riesgos', tipoPregunta: 2, opciones: options('Cables', 'Vereda') },
          { orden: 2, titulo: 'Poda', tipoPregunta: 4 },
          { orden: 3, titulo: 'Nota', tipoPregunta: 1 },
          {
            orden: 4,
            titulo: 'Barrio',
            tipoPregunta: 3,
            opciones: options(...Array.from({ length: 51 }, (_, index) => `B${index}`)),
          },
        ],
      },
      {
        orden: 1,
        titulo: 'Ramas',
        repetible: true,
        preguntas: [
          { orden: 0, titulo: 'Estado', tipoPregunta: 3, opciones: options('Sana', 'Seca') },
          { orden: 1, titulo: 'Atada', tipoPregunta: 4 },
        ],
      },
      { orden: 2, titulo: 'Raíces', repetible: true, preguntas: [{ orden: 0, titulo: 'Corte', tipoPregunta: 4 }] },
    ],
  },
)
const OUTLINE = buildOutline([FORM], 'es')
const ZONE = 'America/Argentina/Catamarca'
const key = (title: string) =>
  there(OUTLINE.flatMap(({ questions }) => questions).find(({ titulo }) => titulo === title)).key

/** Branches: [0] healthy or [1] dry, and whether tied. */
type Branch = readonly [state: readonly number[], tied: boolean]
type Tree = {
  readonly kind?: readonly number[]
  readonly risks?: readonly number[]
  readonly cut?: boolean
  readonly branches?: readonly Branch[]
}
const SICK: Branch = [[1], true]
const SOUND: Branch = [[0], false]

function factsOf(trees: readonly Tree[]): readonly AnswerFacts[] {
  return trees.map(({ kind = [], risks = [], cut, branches: [first = SOUND, ...others] = [] }, seed) => {
    const row = (at: string, [state, tied]: Branch) => ({
      [`${at}/0`]: { chosen: state },
      [`${at}/1`]: { respuesta: tied },
    })
    const content = {
      values: {
        '0/0': { chosen: kind },
        '0/1': { chosen: risks },
        ...(cut !== undefined && { '0/2': { respuesta: cut } }),
        ...row('1', first),
        ...Object.assign({}, ...others.map((branch, index) => row(`1/r${index}`, branch))),
      },
      conditions: {},
      rows: { 1: others.length },
    }
    const facts = { code: `VIS${seed}`, now: toInstant(0), author: buildUser('ines') }
    return extractAnswerFacts(composeAnswer(FORM, toVersion(buildSubmit(seed, { content }), FORM), facts))
  })
}

/** The table by counting answer by answer, which must equal that of a device, from columns. */
function crossTable(
  trees: readonly Tree[],
  crossed: string,
  { picked, masked = false }: { readonly picked?: string; readonly masked?: boolean } = {},
): CrossTable | undefined {
  const facts = factsOf(trees)
  const clock = createLocalClock(ZONE)
  const telling = { form: FORM, outline: OUTLINE, at: toInstant(0), timeZone: ZONE, own: false }
  const needed = listNeededParts(OUTLINE, { crossed })
  const found = computeTotals(facts, buildCrossFilter(OUTLINE, picked), clock, needed.crossed)
  const { crossed: table } = buildStatistics({ ...telling, masked, nameOfArea: String }, { crossed }, found, found)
  const parts = new Map<PartName, ColumnPart>()
  const part = (name: PartName): ColumnPart => {
    const known = parts.get(name) ?? new ColumnPart()
    parts.set(name, known)
    return known
  }
  for (const [id, one] of facts.entries()) addAnswerToSegment({ part }, id, one, clock(one.created))
  const writer = new WholeFormWriter()
  writer.add(parts, { day: '1970-01-01', area: AREA }, part('#answers').bits('b:live'))
  const asked = { ...statisticsFilterSchema.parse({}), options: picked, crossed }
  const onDevice = computeStatisticsOnDevice(writer.whole, { ...telling, areas: [], leftOut: [] }, asked)
  if (!masked) expect(onDevice?.crossed).toEqual(table)
  return table
}

/** Each line with its option, its total and its cells. */
const lines = (table: CrossTable | undefined) =>
  table?.rows.map(({ texto, key: option, count }, index) => [texto || option, count, ...(table.cells[index] ?? [])])
const heads = (table: CrossTable | undefined) => table?.columns.map(({ texto, key: option }) => texto || option)

const TREES: readonly Tree[] = [
  { kind: [0], risks: [0], cut: true, branches: [SICK, SOUND] },
  { kind: [0], risks: [0, 1], cut: false, branches: [SICK, [[1], false], [[0], true]] },
  { kind: [1], risks: [], cut: true },
  { kind: [], risks: [1], branches: [SICK] },
]

describe('a table of two questions', () => {
  it('counts the answers with both options, with totals, and those without an answer', () => {
    const table = crossTable(TREES, `${key('Especie')}.${key('Poda')}`)
    expect(heads(table)).toEqual(['yes', 'no', 'none'])
    expect(lines(table)).toEqual([
      ['Tipa', 2, 1, 1, 0],
      ['Jacarandá', 1, 1, 0, 0],
      ['none', 1, 0, 0, 1],
    ])
    expect(table).toMatchObject({ count: 4, several: false })
    expect(table?.columns.map(({ count }) => count)).toEqual([2, 1, 1])
  })

  it('counts an answer with several options once in each, and once in the totals', () => {
    const table = crossTable(TREES, `${key('Riesgos')}.${key('Especie')}`)
    expect(heads(table)).toEqual(['Tipa', 'Jacarandá', 'none'])
    expect(lines(table)).toEqual([
      ['Cables', 2, 2, 0, 0],
      ['Vereda', 2, 1, 0, 1],
      ['none', 1, 0, 1, 0],
    ])
    expect(table).toMatchObject({ count: 4, several: true })
  })

  it('pairs the rows of a repeated section with each other, and each row with its answer', () => {
    const rows = crossTable(TREES, `${key('Estado')}.${key('Atada')}`)
    expect(lines(rows)).toEqual([
      ['Sana', 3, 1, 2],
      ['Seca', 4, 3, 1],
    ])
    const mixed = crossTable(TREES, `${key('Especie')}.${key('Estado')}`)
    expect(mixed?.count).toBe(7)
    expect(lines(mixed)).toEqual([
      ['Tipa', 5, 2, 3],
      ['Jacarandá', 1, 1, 0],
      ['none', 1, 0, 1],
    ])
  })

  it('follows the filters by options, of its own questions too', () => {
    const tipa = there(there(OUTLINE[0]).questions[0]?.options[0]).key
    const table = crossTable(TREES, `${key('Especie')}.${key('Poda')}`, { picked: `${key('Especie')}.${tipa}` })
    expect(lines(table)).toEqual([
      ['Tipa', 2, 1, 1],
      ['Jacarandá', 0, 0, 0],
    ])
  })

  it('hides small counts as all other figures do', () => {
    const many = [...Array.from({ length: 7 }, () => TREES[0]), ...Array.from({ length: 4 }, () => TREES[2])].map(there)
    const table = crossTable(many, `${key('Especie')}.${key('Poda')}`, { masked: true })
    expect(lines(table)).toEqual([
      ['Tipa', 5, 5, null, null],
      ['Jacarandá', null, null, null, null],
      ['none', null, null, null, null],
    ])
    expect(table?.count).toBe(10)
  })

  it.each([
    ['of one question', 'Especie', 'Especie'],
    ['with a question without options', 'Especie', 'Nota'],
    ['of rows of different sections', 'Estado', 'Corte'],
    ['with more than 50 options', 'Especie', 'Barrio'],
  ])('does not exist %s', (_of, rows, columns) => {
    expect(crossTable(TREES, `${key(rows)}.${key(columns)}`)).toBeUndefined()
  })
})
