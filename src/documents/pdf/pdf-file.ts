import type { Instant } from '#domain/kernel/index.ts'
import { loadFonts, type FontSource } from './fonts.ts'
import { createPen, type Pen } from './pen.ts'
import { toOneLine, toPlainText } from './plain-text.ts'
import { createTagger, type PackedObjects } from './tags.ts'

/** Points per millimetre. */
export const POINTS_PER_MM = 72 / 25.4
export const A4_SIZE = { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM }
export const PAGE_MARGIN = 16 * POINTS_PER_MM

/**
 * Creates a PDF without pages.
 * @param language BCP 47 tag of its language
 * @param content all texts of the document, to find the fonts it needs
 */
export async function openPdf(language: string, fonts: FontSource, content: object): Promise<Pen> {
  const { jsPDF } = await import('jspdf')
  const doc = new jsPDF({ unit: 'pt', format: [A4_SIZE.width, A4_SIZE.height], compress: true, putOnlyUsedFonts: true })
  doc.deletePage(1)
  const texts = collectTexts(content).map(toPlainText)
  return createPen(doc, await loadFonts(doc, fonts, texts), createTagger(doc, language))
}

function collectTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(collectTexts) : []
}

type PdfProperties = { readonly title: string; readonly author: string; readonly at: Instant }

/** Returns the bytes of a PDF. Equal documents have equal bytes. */
export async function closePdf(
  { doc, tagger }: Pen,
  { title, author, at }: PdfProperties,
): Promise<Uint8Array<ArrayBuffer>> {
  tagger.end()
  const name = toOneLine(title)
  doc.setProperties({ title: name, author: toOneLine(author), creator: 'Relevo' })
  doc.viewerPreferences({ DisplayDocTitle: true })
  doc.setCreationDate(new Date(at))
  doc.setFileId(computeFileId(name))
  const pdf = withCorrections(new Uint8Array(doc.output('arraybuffer')))
  return withPackedObjects(pdf, tagger.packed())
}

/**
 * Returns the PDF's file id, 32 hexadecimal digits. It is derived from the title, because with random digits every copy
 * would be a different file.
 */
function computeFileId(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0').toUpperCase().repeat(4)
}

/**
 * Texts that jsPDF writes and their replacements of the same length, so that no offset changes: the name of the
 * character collection, which PDF readers reject, and the version, which is older than the structure tree.
 */
const CORRECTIONS = [
  ['/Ordering (Identity-H)', '/Ordering (Identity)  '],
  ['%PDF-1.3', '%PDF-1.7'],
] as const

function withCorrections(pdf: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (const [wrong, right] of CORRECTIONS) {
    const [from, to] = [new TextEncoder().encode(wrong), new TextEncoder().encode(right)]
    const first = from[0] ?? 0
    for (let position = pdf.indexOf(first); position >= 0; position = pdf.indexOf(first, position + 1))
      if (from.every((byte, index) => pdf[position + index] === byte)) pdf.set(to, position)
  }
  return pdf
}

/** Length of an entry in jsPDF's table of objects. */
const ENTRY_LENGTH = 20
/** Lengths of the fields of our entries: kind, position, and index in a stream. */
const FIELDS = [1, 4, 3] as const
/** Kinds of entries: an object at a position in the file, and an object in a stream. */
const [IN_FILE, IN_STREAM] = [1, 2] as const
const MAX_END_LENGTH = 64

/** Replaces the table of objects, which can only list objects outside streams, by a stream (ISO 32000-1, 7.5.8). */
async function withPackedObjects(
  pdf: Uint8Array<ArrayBuffer>,
  { stream, ids }: PackedObjects,
): Promise<Uint8Array<ArrayBuffer>> {
  const latin1 = new TextDecoder('latin1')
  const start = Number(/startxref\s+(\d+)/.exec(latin1.decode(pdf.subarray(-MAX_END_LENGTH)))?.[1])
  const end = latin1.decode(pdf.subarray(start))
  const [, head = '', count] = /^(xref\n0 (\d+)\n)/.exec(end) ?? []
  const [, trailer = ''] = /trailer\n<<\n\/Size \d+\n([^]*?)\n>>\n/.exec(end) ?? []
  const indices = new Map(ids.map((id, index) => [id, index]))
  const size = Number(count) + 1
  const width = FIELDS[0] + FIELDS[1] + FIELDS[2]
  const table = new Uint8Array(size * width)
  const view = new DataView(table.buffer)
  for (let id = 1; id < size; id += 1) {
    const index = indices.get(id)
    const from = head.length + id * ENTRY_LENGTH
    const position = id === size - 1 ? start : Number(end.slice(from, from + 10))
    view.setUint8(id * width, index === undefined ? IN_FILE : IN_STREAM)
    view.setUint32(id * width + FIELDS[0], index === undefined ? position : stream)
    // The last field has three bytes.
    view.setUint8(id * width + 5, (index ?? 0) >> 16)
    view.setUint16(id * width + 6, (index ?? 0) & 0xffff)
  }
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  const packed = new Blob([table]).stream().pipeThrough(new CompressionStream('deflate'))
  const packedTable = new Uint8Array(await new Response(packed).arrayBuffer())
  const properties = `/Type/XRef/Size ${size}/W[${FIELDS.join(' ')}]/Filter/FlateDecode/Length ${packedTable.length}`
  const parts = [
    pdf.subarray(0, start),
    encode(`${size - 1} 0 obj\n<<${properties}\n${trailer}>>\nstream\n`),
    packedTable,
    encode(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`),
  ]
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}
