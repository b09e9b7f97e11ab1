import { describe, expect, it } from 'vitest'
import type { Figures } from '#domain/statistics/index.ts'
import { buildChart, buildCrossGrid, type ChartTexts } from './build-chart.ts'

const WORDS = {
  yes: 'Sí',
  no: 'No',
  unanswered: 'Sin respuesta',
  notAsked: 'No preguntado',
  option: 'Opción',
  day: 'Día',
  date: (at: string) => at,
  total: 'Total',
} as unknown as ChartTexts
const FILES = { imagen: 0, documento: 0, video: 0 }
const BASE = { asked: 10, answered: 10, unanswered: 0, notAsked: 0, absent: 0, corrected: 0, files: FILES }

const labels = (figures: Figures, none?: 'few') =>
  buildChart('Título', figures, WORDS, none && { none })?.bars.map(({ label, count }) => [label, count])

describe('the chart of a question', () => {
  it('has words for yes and no, which no form has', () => {
    const options = [
      { key: 'yes', texto: '', count: 7 },
      { key: 'no', texto: '', count: 3 },
    ]
    expect(labels({ ...BASE, kind: 'options', of: 'boolean', several: false, options })).toEqual([
      ['Sí', 7],
      ['No', 3],
    ])
  })

  it('shows days without any, and says of those that are hidden that they are few', () => {
    const days = ['20', '22'].map((day) => ({ at: `2026-11-${day}`, count: 5 }))
    const figures: Figures = { ...BASE, kind: 'dates', by: 'day', days }
    expect(labels(figures)?.[1]).toEqual(['2026-11-21', 0])
    expect(labels(figures, 'few')?.[1]).toEqual(['2026-11-21', 'few'])
  })

  it('says nothing of who was not asked where that is hidden', () => {
    const figures: Figures = {
      ...BASE,
      unanswered: null,
      notAsked: null,
      kind: 'options',
      of: 'radio',
      several: false,
      options: [],
    }
    expect(labels(figures, 'few')).toEqual([['Sin respuesta', 'few']])
  })
})

describe('a cross-table', () => {
  const bar = (key: string, texto: string, count: number | null) => ({ key, texto, count })
  const TABLE = {
    count: 20,
    several: false,
    rows: [bar('a', 'Tipa', 15), bar('none', '', null)],
    columns: [bar('yes', '', 12), bar('no', '', 8)],
    cells: [
      [10, 5],
      [null, null],
    ],
  }
  const cells = (share: '' | 'filas' | 'columnas') =>
    buildCrossGrid(TABLE, share, WORDS).lines.map(({ cells: line }) => line.map(({ count, base }) => [count, base]))

  it('ends with totals, and has words for yes, no and no answer', () => {
    const { heads, lines } = buildCrossGrid(TABLE, '', WORDS)
    expect(heads.map(({ label }) => label)).toEqual(['Sí', 'No', 'Total'])
    expect(lines.map(({ label }) => label)).toEqual(['Tipa', 'Sin respuesta', 'Total'])
    expect(cells('').at(-1)).toEqual([
      [12, undefined],
      [8, undefined],
      [20, undefined],
    ])
  })

  it('has shares of the row or of the column, and none of what is hidden', () => {
    expect(cells('filas')).toEqual([
      [[10, 15], [5, 15], [15, 15]],
      [['few', null], ['few', null], ['few', null]],
      [[12, 20], [8, 20], [20, 20]],
    ]) // prettier-ignore
    expect(cells('columnas')[0]).toEqual([
      [10, 12],
      [5, 8],
      [15, 20],
    ])
  })
})
