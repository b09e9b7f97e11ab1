import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { makeReportPdf, type Report } from '#documents/pdf/index.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { writeReportWorkbook } from './report-workbook.ts'

const FONTS = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json'))
const fonts = async (file: string) => new Uint8Array(await readFile(join(FONTS, 'files', file)))
const SETTING = { language: 'es-AR', at: NOW }

const row = (text: string, count: number) => ({
  cells: [{ text }, { text: String(count), value: count }],
  bar: count / 100,
})
const table = (title: string, rows: Report['parts'][number]['tables'][number]['rows']) => ({
  title,
  notes: ['Respondieron 98 de 100'],
  heads: ['Calle', 'Respuestas'],
  rows,
})
const report = (change: Partial<Report> = {}): Report => ({
  title: 'Reclamo de alumbrado',
  municipality: 'Córdoba',
  lines: ['24/10/2026 – 24/11/2026', 'Al 24/11/2026 10:00'],
  parts: [{ title: 'Lugar', tables: [table('Calle más cercana', [row('Avenida Colón', 61), row('=1+1', 3)])] }],
  lackingCharacters: '\ufffd: falta',
  ...change,
})

describe('statistics as a PDF', () => {
  it('have every word and figure, and equal reports are equal bytes', async () => {
    const bytes = await makeReportPdf(report(), SETTING, fonts)
    const text = readPdf(bytes).pages.flat().join('\n')
    for (const part of [
      'Córdoba',
      'Reclamo de alumbrado',
      'Al 24/11/2026 10:00',
      'Respondieron 98 de 100',
      '61',
      '1 / 1',
    ])
      expect(text).toContain(part)
    expect(text).toContain('Avenida Colón')
    expect(await makeReportPdf(report(), SETTING, fonts)).toEqual(bytes)
  })

  it('continue over as many pages as they need, with no row lost', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => row(`Calle ${index}`, index % 100))
    const { pages } = readPdf(
      await makeReportPdf(report({ parts: [{ title: 'Lugar', tables: [table('Calle', rows)] }] }), SETTING, fonts),
    )
    expect(pages.length).toBeGreaterThan(2)
    const text = pages.flat().join('\n')
    expect(rows.filter((_, index) => !text.includes(`Calle ${index}`))).toEqual([])
  })

  it('keep heads whole and cells apart, however many columns there are', async () => {
    const heads = [
      'Municipio',
      'Cantidad de formularios',
      'Respuestas en el mes',
      'Variación',
      'Hasta ser recibidas',
      'Esperan una decisión',
      'Última actualización',
    ]
    const cells = ['San Salvador de Jujuy', '1.234', '123.456', '+12 %', '3 días 4 h', '1.234', '24/11/2026 10:00']
    const wide = { title: '11/2026', notes: [], heads, rows: [{ cells: cells.map((text) => ({ text })) }] }
    const { pages } = readPdf(
      await makeReportPdf(report({ parts: [{ title: 'Municipios', tables: [wide] }] }), SETTING, fonts),
    )
    const pieces = pages.flat()
    const text = pieces.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).not.toContain('…')
    for (const word of heads.flatMap((head) => head.split(' '))) expect(text).toContain(word)
    for (const cell of cells) expect(pieces.map((piece) => piece.trim())).toContain(cell)
  })

  it('say what they cannot show', async () => {
    const text = readPdf(await makeReportPdf(report({ title: 'Reclamo שלום' }), SETTING, fonts))
      .pages.flat()
      .join('\n')
    expect(text).toContain('falta')
  })
})

describe('statistics as a workbook', () => {
  const sheetsOf = async (from: Report) =>
    (await readXlsx(new Uint8Array(await (await writeReportWorkbook(from)).arrayBuffer()))).sheets

  it('have figures that can be added up, and nothing that a spreadsheet would run', async () => {
    const [first] = await sheetsOf(report())
    expect(first?.rows.flat()).toContain('24/10/2026 – 24/11/2026')
    const rows = first?.rows ?? []
    expect(rows.some(([name, count]) => name === 'Avenida Colón' && count === 61)).toBe(true)
    expect(rows.flat().filter((cell) => typeof cell === 'string' && cell.startsWith('='))).toEqual([])
  })

  it('have a sheet for each part, also of one name, and of names that no sheet may have', async () => {
    const parts = ['Lugar', 'lugar', 'A/B:C?', `${'x'.repeat(40)}`, ''].map((title) => ({ title, tables: [] }))
    const names = (await sheetsOf(report({ parts }))).map(({ name }) => name)
    expect(names).toEqual(['Lugar', 'lugar (2)', 'A B C', 'x'.repeat(31), '-'])
  })

  it('have a sheet for a section whose name spreadsheets reserve', async () => {
    const parts = ['History', 'HISTORY'].map((title) => ({ title, tables: [] }))
    const names = (await sheetsOf(report({ parts }))).map(({ name }) => name)
    expect(names).toEqual(['History (2)', 'HISTORY (3)'])
  })

  it('have names that are never cut inside an emoji or an accented letter', async () => {
    const family = '👨\u200d👩\u200d👧'
    const titles = [`${'x'.repeat(30)}😀`, `${'y'.repeat(28)}${family}`, `${'z'.repeat(30)}e\u0301`]
    const names = (await sheetsOf(report({ parts: titles.map((title) => ({ title, tables: [] })) }))).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['x'.repeat(30), 'y'.repeat(28), 'z'.repeat(30)])
  })
})

it('a workbook shows amounts of money with thousands and cents, and counts without', async () => {
  const cells = [{ text: 'Feria' }, { text: '3', value: 3 }, { text: '$ 4.920,00', value: 4920, isAmount: true }]
  const parts = [{ title: 'Sumas', tables: [{ title: 'Total', notes: [], heads: ['', '', ''], rows: [{ cells }] }] }]
  const bytes = new Uint8Array(await (await writeReportWorkbook(report({ parts }))).arrayBuffer())
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  expect(sheets.map(({ name }) => name)).toEqual(['Sumas'])
  const row = sheets[0]?.rows.findIndex(([name]) => name === 'Feria') ?? -1
  const formats = [1, 2].map((column) => sheets[0]?.cells?.get(`${row},${column}`)?.style?.numFmt)
  expect(formats).toEqual([undefined, '#,##0.00'])
})

it('a workbook of a list has no sheet before its table, and dates that a spreadsheet knows as such', async () => {
  const rows = [{ cells: [{ text: 'K3WQ' }, { text: '20/11/2026 13:30', at: '2026-11-20T13:30' }] }]
  const parts = [{ title: 'Órdenes', tables: [{ title: 'Órdenes', notes: [], heads: ['Orden', 'Fecha'], rows }] }]
  const bytes = await (await writeReportWorkbook(report({ municipality: '', lines: [], parts }))).arrayBuffer()
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets.map(({ name }) => name)).toEqual(['Órdenes'])
  expect(sheets[0]?.rows[2]).toEqual(['K3WQ', new Date('2026-11-20T13:30:00Z')])
})
