import { describe, expect, it } from 'vitest'
import type { Figures } from '#domain/statistics/index.ts'
import { buildChart, type ChartTexts } from './build-chart.ts'

const WORDS = {
  yes: 'Sí',
  no: 'No',
  unanswered: 'Sin respuesta',
  notAsked: 'No preguntado',
  option: 'Opción',
  day: 'Día',
  date: (at: string) => at,
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
