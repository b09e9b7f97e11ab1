import { inflateRawSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { toExportedAnswer, type ExportBatch } from '#domain/exports/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { collectInBlobs } from '#documents/export/keep.ts'
import { createExportWriter } from '#documents/export/write-export.ts'
import { writeReportWorkbook } from '#documents/report-file/report-workbook.ts'
import { drawChartSvg } from '#features/statistics/charts/download-chart.tsx'
import { WORDS } from '#tests/support/builders/export-words.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'

/** Every code point of Unicode, including surrogate halves, as texts that a cell can contain. */
const ALL: readonly string[] = Array.from({ length: 0x110000 / 0x1000 }, (_, block) =>
  // Blanks between surrogate halves, so that no two of them form a character.
  Array.from({ length: 0x1000 }, (_each, at) => String.fromCodePoint(block * 0x1000 + at)).join(
    block === 0xd || block === 0xc ? ' ' : '',
  ),
)
/** The characters that XML 1.0 forbids, a few at a time, because sheet names are short. */
const FORBIDDEN = [
  ...Array.from({ length: 4 }, (_, block) => Array.from({ length: 8 }, (_each, at) => block * 8 + at)),
  [0xd800, 0xdbff, 0x20, 0xdc00, 0x20, 0xdfff],
  [0xfffe, 0xffff],
].map((codes) => `x${String.fromCharCode(...codes)}y`)

/** The production `Char` of XML 1.0, fifth edition. */
function isXml(code: number): boolean {
  if (code < 0x20) return [0x9, 0xa, 0xd].includes(code)
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000
}

/** The text that a workbook keeps: all except surrogate halves. */
function kept(text: string): string {
  return text.toWellFormed()
}

function expected(text: string): string {
  return [...text].map((one) => (isXml(one.codePointAt(0) ?? 0) ? one : '\uFFFD')).join('')
}

type Read = { readonly texts: readonly string[]; readonly attributes: readonly string[] }

/** Parses a document strictly: the first error throws. */
function parse(bytes: Uint8Array): Read {
  const texts: string[] = []
  const attributes: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => texts.push(text))
  parser.on('opentag', (tag) => attributes.push(...Object.values(tag.attributes)))
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  return { texts, attributes }
}

/** The blocks of code points that were not read back unchanged. */
function lacking(texts: readonly string[], written = expected): readonly string[] {
  const read = new Set(texts)
  return ALL.flatMap((text, block) => (read.has(written(text)) ? [] : [`${block.toString(16)}xxx`]))
}

/** The parts of a workbook, read from its directory. */
function partsOf(bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const parts = new Map<string, Uint8Array>()
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
    const [method, size, name, extra, comment] = [10, 20, 28, 30, 32].map((field) =>
      field === 20 ? bytes.readUInt32LE(at + field) : bytes.readUInt16LE(at + field),
    ) as [number, number, number, number, number]
    const start = bytes.readUInt32LE(at + 42)
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const packed = bytes.subarray(data, data + size)
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), method === 0 ? packed : inflateRawSync(packed))
    at += 46 + name + extra + comment
  }
  return parts
}

async function readWorkbook(file: Blob): Promise<Read> {
  const parts = [...partsOf(Buffer.from(await file.arrayBuffer()))].map(([, bytes]) => parse(bytes))
  // `_x000D_` is a workbook's notation for a carriage return, and `_xFFFE_` for a character that XML forbids.
  const texts = parts.flatMap((part) =>
    part.texts.map((text) =>
      text.replaceAll(/_x([0-9A-F]{4})_/g, (_escape, code: string) => String.fromCharCode(parseInt(code, 16))),
    ),
  )
  return { texts, attributes: parts.flatMap(({ attributes }) => attributes) }
}

const FACTS = { code: 'VIS1', now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')), author: buildUser('ines') }

/** An export with one answer per text, of a form whose question and section have such texts. */
async function exported(format: 'xlsx' | 'kml', texts: readonly string[], heading: string): Promise<Blob> {
  const { secciones } = buildPlainTemplate()
  const renamed = secciones.map((section) => ({
    ...section,
    preguntas: section.preguntas.map((question) => ({ ...question, titulo: heading })),
  }))
  const answers = texts.map((text) => ({
    ...toExportedAnswer(composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, 'x'), FACTS)),
    content: { values: { '0/0': { respuesta: text } }, conditions: {}, rows: {} },
    latlng: { latitude: -31.4, longitude: -64.18 },
  }))
  const batch: ExportBatch = {
    status: 'ok',
    answers,
    lastDoc: null,
    total: answers.length,
    hidden: 0,
    versions: [{ version: 1, secciones: renamed }],
  }
  const setting = { texts: WORDS, origin: 'https://relevo.test', minuteOf: (instant: string) => instant.slice(0, 16) }
  const writer = createExportWriter(setting, {
    fetch: async () => new Response('x'),
    wait: async () => undefined,
    keep: collectInBlobs,
  })
  await writer.add(batch)
  const done = await writer.finish(format, () => undefined)
  if (done.kind !== 'file') throw new Error(done.kind)
  return done.file
}

describe('a strict parser of XML reads', () => {
  it('a text as it is copied from a PDF', async () => {
    const text = readFileSync(new URL('./data/text-with-noncharacter.txt', import.meta.url), 'utf8').trimEnd()
    expect((await readWorkbook(await exported('xlsx', [text], 'Nota'))).texts).toContain('office franco\uFFFEallemand')
  })

  it('every code point in the cells of a workbook', async () => {
    const { texts } = await readWorkbook(await exported('xlsx', ALL, 'Nota'))
    expect(lacking(texts, kept)).toEqual([])
  })

  it('every code point in the heads of a workbook', async () => {
    for (const text of [...FORBIDDEN, ALL[0] ?? '']) {
      const { texts } = await readWorkbook(await exported('xlsx', ['x'], text))
      expect(texts.some((found) => found.endsWith(kept(text)))).toBe(true)
    }
  })

  it('every forbidden character in the names and cells of a workbook of statistics', async () => {
    const part = (text: string) => ({
      title: text,
      tables: [{ title: text, notes: [text], heads: [text, text], rows: [{ cells: [{ text }], bar: 1 }] }],
    })
    const file = await writeReportWorkbook({
      title: FORBIDDEN.join(''),
      municipality: FORBIDDEN.join(''),
      lines: FORBIDDEN,
      parts: [...FORBIDDEN, ...ALL].map(part),
      lackingCharacters: '',
    })
    const { texts, attributes } = await readWorkbook(file)
    expect(FORBIDDEN.filter((text) => !texts.includes(kept(text)))).toEqual([])
    expect(attributes).toContain('x\uFFFD\uFFFDy')
    expect(lacking(texts, kept)).toEqual([])
  })

  it('every code point in a KML file, in the names of its data, too', async () => {
    const { texts } = parse(new Uint8Array(await (await exported('kml', ALL, 'Nota')).arrayBuffer()))
    expect(lacking(texts)).toEqual([])
    for (const heading of FORBIDDEN) {
      const { attributes } = parse(new Uint8Array(await (await exported('kml', ['x'], heading)).arrayBuffer()))
      expect(attributes.some((found) => found.endsWith(expected(heading)))).toBe(true)
    }
  })

  it('every code point in the drawing of a chart', () => {
    const words = { count: String, share: () => '50 %' }
    for (const shape of ['bars', 'pie', 'columns'] as const)
      for (const title of [...ALL, 'x'.repeat(4_000)]) {
        const bars = FORBIDDEN.map((label, at) => ({ key: String(at), label, count: 1 }))
        const chart = { title, shape, rows: title, base: 9, bars }
        const drawing = new TextEncoder().encode(drawChartSvg(chart, [title.slice(0, 200)], words))
        expect(parse(drawing).texts.includes(expected(title))).toBe(true)
      }
  })
})
