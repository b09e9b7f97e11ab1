import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import {
  toExportedAnswer,
  MAX_CELL_CHARACTERS,
  EMPTY_TABLE_FACTS,
  unescapeCsvField,
  unescapeSpreadsheetText,
  extendTableFacts,
  buildExportTable,
  type Cell,
  type ExportBatch,
  type ExportedAnswer,
} from '#domain/exports/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { WORDS } from '#tests/support/builders/export-words.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, buildSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import type { ExportFormat } from './export-format.ts'
import { collectInBlobs } from './keep.ts'
import { createExportWriter } from './write-export.ts'

const SETTING = { texts: WORDS, origin: 'https://relevo.test', minuteOf: (instant: string) => instant.slice(0, 16) }
const DEPS = { fetch: async () => new Response('x'), wait: async () => undefined, keep: collectInBlobs }
const FACTS = { code: 'VIS1', now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')), author: buildUser('ines') }
const VERSIONS = [{ version: 1, secciones: buildTemplate().secciones }]
const NOTES = [{ version: 1, secciones: buildPlainTemplate().secciones }]

const one = (seed: number, more: Partial<ExportedAnswer> = {}): ExportedAnswer => ({
  ...toExportedAnswer(composeAnswer(buildTemplate(), buildSubmit(seed), FACTS)),
  ...more,
})
const note = (text: string, more: Partial<ExportedAnswer> = {}): ExportedAnswer => ({
  ...toExportedAnswer(composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, text), FACTS)),
  ...more,
})
const batch = (answers: readonly ExportedAnswer[], versions: ExportBatch['versions'] = VERSIONS): ExportBatch => ({
  status: 'ok',
  answers,
  lastDoc: null,
  total: answers.length,
  hidden: 0,
  versions,
})

async function written(
  batches: readonly ExportBatch[],
  format: ExportFormat,
  progress: (done: number) => void = () => {},
) {
  const writer = createExportWriter(SETTING, DEPS)
  for (const each of batches) await writer.add(each)
  return writer.finish(format, progress)
}
async function fileOf(batches: readonly ExportBatch[], format: ExportFormat): Promise<Blob> {
  const done = await written(batches, format)
  if (done.kind !== 'file') throw new Error(done.kind)
  return done.file
}

/** The table line by line, with its headings: the expected content of any file. */
function expected(batches: readonly ExportBatch[]): readonly (readonly Cell[])[] {
  const table = buildExportTable(
    batches.reduce((seen, each) => extendTableFacts(seen, each), EMPTY_TABLE_FACTS),
    SETTING,
  )
  const lines = batches.flatMap(({ answers }) => answers.flatMap((answer) => table.linesOf(answer)))
  return [table.heads.map(({ text }) => text), ...lines]
}

/** A cell read from a workbook, as in the table: formulas neutralised, dates as UTC. */
function readBack(cell: unknown, like: Cell | undefined): Cell {
  if (cell === undefined || cell === null || cell === '') return null
  if (cell instanceof Date) {
    const length = typeof like === 'object' && like !== null ? like.at.length : 16
    return { at: cell.toISOString().slice(0, length) }
  }
  if (typeof cell !== 'number' && typeof cell !== 'string') throw new Error('Neither text nor number')
  return typeof cell === 'number' ? cell : unescapeSpreadsheetText(cell)
}

async function workbookOf(batches: readonly ExportBatch[]) {
  const { sheets } = await readXlsx(new Uint8Array(await (await fileOf(batches, 'xlsx')).arrayBuffer()))
  return sheets
}

describe('a workbook', () => {
  const batches = [batch([one(1), one(2)]), batch([one(3, { codigoMunicipio: '=1+1', estado: null })], [])]

  it('has one sheet, which reads back equal to the answers, cell for cell', async () => {
    const sheets = await workbookOf(batches)
    expect(sheets.map(({ name }) => name)).toEqual(['Sheet1'])
    const lines = expected(batches)
    expect(sheets[0]?.rows).toHaveLength(lines.length)
    for (const [row, line] of lines.entries())
      expect(line.map((cell, at) => readBack(sheets[0]?.rows[row]?.[at], cell))).toEqual(line)
  })

  it('has no text that a spreadsheet would run', async () => {
    const [, ...rows] = (await workbookOf([batch([note('=cmd|calc'), note('-1'), note('@x')], NOTES)]))[0]?.rows ?? []
    expect(
      rows.map((row) => row.find((cell) => /calc|-1|@x/.test(String(cell)) && !String(cell).includes('relevo'))),
    ).toEqual(["'=cmd|calc", "'-1", "'@x"])
  })

  it('keeps any text that an answer can have', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc
        .array(
          fc.constantFrom('\r', '\n', '\t', ' ', '_x000D_', '_x0041_', '<', '&', '"', "'", '=', '😀', '\u0001', 'ñ'),
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (texts) => {
        const given = texts.filter((each) => each !== '')
        const sheets = await workbookOf([
          batch(
            given.map((each) => note(each)),
            NOTES,
          ),
        ])
        const at = expected([batch([note('x')], NOTES)])[0]?.indexOf('Section 1 · Nota') ?? -1
        expect(sheets[0]?.rows.slice(1).map((row) => readBack(row[at], null))).toEqual(given)
      }),
      { numRuns: 25 },
    )
  })

  it('cuts what no cell holds', async () => {
    const sheets = await workbookOf([batch([note('x'.repeat(90_000))], NOTES)])
    expect(sheets[0]?.rows[1]?.some((cell) => String(cell).length === MAX_CELL_CHARACTERS)).toBe(true)
  })

  it('is refused where it would have more columns than any', async () => {
    const section = there(buildPlainTemplate().secciones[0])
    const question = there(section.preguntas[0])
    const preguntas = Array.from({ length: 17_000 }, (_, orden) => ({ ...question, orden, titulo: `P${orden}` }))
    const wide = [{ version: 1, secciones: [{ ...section, preguntas }] }]
    expect(await written([batch([note('x')], wide)], 'xlsx')).toMatchObject({ kind: 'too-wide' })
    expect(await written([batch([note('x')], wide)], 'csv')).toMatchObject({ kind: 'file' })
  })

  it('says how far it is', async () => {
    const counts: number[] = []
    await written(batches, 'xlsx', (done) => counts.push(done))
    expect(counts).toEqual([2, 3])
  })
})

describe('a CSV file', () => {
  it('says what the table says, as text, with days as people write them', async () => {
    const batches = [batch([one(1)]), batch([one(2, { codigoMunicipio: 'a "b", c\r\nd' })], [])]
    const text = await (await fileOf(batches, 'csv')).text()
    const asText = (cell: Cell): string => {
      if (cell === null) return ''
      if (typeof cell !== 'object') return String(cell)
      const [day = '', time] = cell.at.split('T')
      return [day.split('-').reverse().join('/'), ...(time === undefined ? [] : [time])].join(' ')
    }
    const rows = parseCsv(text).map((row) => row.map((cell) => unescapeCsvField(String(cell ?? ''))))
    expect(rows).toEqual(expected(batches).map((line) => line.map(asText)))
  })
})

describe('a map', () => {
  const located = note('x', { latlng: { latitude: -31.4, longitude: -64.18 }, codigoMunicipio: 'A<&"\u0001' })

  it('has those answers that have a place, as GeoJSON', async () => {
    const file = await fileOf([batch([note('x'), located], NOTES), batch([located], [])], 'geojson')
    const read = JSON.parse(await file.text()) as { readonly features: readonly unknown[] }
    expect(read.features).toHaveLength(2)
    expect(read.features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [-64.18, -31.4] },
      properties: { name: 'A<&"\u0001', 'Section 1 · Nota': 'x', Latitude: '-31.4' },
    })
  })

  it('is well-formed as KML, whatever is in an answer', async () => {
    const text = await (await fileOf([batch([located, located], NOTES)], 'kml')).text()
    expect(text.match(/<Placemark><name>A&lt;&amp;&quot;\uFFFD<\/name>/g)).toHaveLength(2)
    expect(text).toContain('<Point><coordinates>-64.18,-31.4</coordinates></Point>')
    expect(text.trimEnd().endsWith('</Document></kml>')).toBe(true)
  })

  it('is none where nothing has a place', async () => {
    expect(await written([batch([note('x')], NOTES)], 'kml')).toEqual({ kind: 'nowhere' })
  })
})

describe('of many answers', () => {
  /** Incompressible texts. */
  const noise = (seed: number) =>
    Array.from({ length: 3_000 }, (_, at) => Math.sin(seed * 3_000 + at).toString(36)).join('')
  const batches = Array.from({ length: 40 }, (_, seed) => batch([note(noise(seed))], NOTES))

  it.each(['xlsx', 'csv', 'geojson'] as const)(
    'no more are read for %s than are taken from what is written',
    async (format) => {
      const located = batches.map((each) => ({
        ...each,
        answers: each.answers.map((answer) => ({ ...answer, latlng: { latitude: -31.4, longitude: -64.18 } })),
      }))
      let [files, read, readAtFirst] = [0, 0, -1]
      const keep: typeof collectInBlobs = async (chunks, type) => {
        files += 1
        if (files === 1) return collectInBlobs(chunks, type)
        return collectInBlobs(
          (async function* () {
            for await (const chunk of chunks) {
              // Gives code that reads too early the time to do so.
              if (readAtFirst === -1) await new Promise((resolve) => setTimeout(resolve, 100))
              if (readAtFirst === -1) readAtFirst = read
              yield chunk
            }
          })(),
          type,
        )
      }
      const writer = createExportWriter(SETTING, { ...DEPS, keep })
      for (const each of located) await writer.add(each)
      await writer.finish(format, (done) => (read = done))
      expect([files, read]).toEqual([2, 40])
      expect(readAtFirst).toBeLessThan(20)
    },
  )

  it('no batch is taken before the one before it was put away', async () => {
    let taken = 0
    const writer = createExportWriter(SETTING, {
      ...DEPS,
      keep: async (chunks) => {
        for await (const chunk of chunks) {
          taken += chunk.byteLength
          if (taken > 100_000) await new Promise(() => undefined)
        }
        return new Blob()
      },
    })
    let added = 0
    const adding = (async () => {
      for (const each of batches) {
        await writer.add(each)
        added += 1
      }
    })()
    await Promise.race([adding, new Promise((resolve) => setTimeout(resolve, 500))])
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThan(batches.length)
  })

  it('where there is no room to keep them, that is said', async () => {
    const keep = async () => Promise.reject(new Error('no room'))
    const writer = createExportWriter(SETTING, { ...DEPS, keep })
    const adding = (async () => {
      for (const each of batches) await writer.add(each)
    })()
    await expect(adding).rejects.toThrow('no room')
    await expect(writer.finish('csv', () => {})).rejects.toThrow()
  })
})
