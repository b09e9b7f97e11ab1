import type { jsPDF } from 'jspdf'

const HEAD_BYTES = 44
const ENTRY_BYTES = 20
const WOFF = 0x774f4646

type Table = { readonly tag: number; readonly sum: number; readonly data: Uint8Array }

/** Unpacks a TrueType font from a web font (WOFF 1.0). Throws if the bytes are not a web font. */
async function unpackWoff(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  if (woff.length < HEAD_BYTES || view.getUint32(0) !== WOFF) throw new Error('Not a WOFF font')
  const places = Array.from({ length: view.getUint16(12) }, (_, index) => HEAD_BYTES + ENTRY_BYTES * index)
  const tables = await Promise.all(
    places.map(async (at): Promise<Table> => {
      const [offset, packed, length] = [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)]
      const bytes = woff.subarray(offset, offset + packed)
      return {
        tag: view.getUint32(at),
        sum: view.getUint32(at + 16),
        data: packed === length ? bytes : await inflateBytes(bytes),
      }
    }),
  )
  return assembleFont(view.getUint32(4), tables)
}

async function inflateBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const padToFour = (length: number): number => (length + 3) & ~3

function assembleFont(flavor: number, tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const count = tables.length
  const largestPower = 31 - Math.clz32(count)
  let offset = 12 + 16 * count
  const font = new Uint8Array(tables.reduce((sum, { data }) => sum + padToFour(data.length), offset))
  const view = new DataView(font.buffer)
  view.setUint32(0, flavor)
  view.setUint16(4, count)
  view.setUint16(6, 16 * 2 ** largestPower)
  view.setUint16(8, largestPower)
  view.setUint16(10, 16 * (count - 2 ** largestPower))
  for (const [index, { tag, sum, data }] of tables.entries()) {
    const at = 12 + 16 * index
    view.setUint32(at, tag)
    view.setUint32(at + 4, sum)
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, data.length)
    font.set(data, offset)
    offset += padToFour(data.length)
  }
  return font
}

/** Reads a font file of `@fontsource/noto-sans` or `@fontsource/noto-sans-jp` by name. */
export type FontSource = (file: string) => Promise<Uint8Array<ArrayBuffer>>

export type FontWeight = 'normal' | 'bold'

/** Scripts of Noto Sans, each with its own files. Most documents need only the first. */
export const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] as const
type Script = (typeof SCRIPTS)[number]
/** Returns the file name of a Noto Sans font. */
export function buildFontFileName(script: Script, weight: FontWeight): string {
  return `noto-sans-${script}-${weight === 'bold' ? 600 : 400}-normal.woff`
}

/** First code point that jsPDF cannot draw, because it splits surrogate pairs. */
const MAX_DRAWN_CODE_POINT = 0x10000

/** First character of the scripts that only Japanese fonts have: radicals, kana, ideographs, full-width forms. */
const EAST_ASIAN = 0x2e80

/** Returns the names of the Japanese fonts that have these characters. Each has some 150 characters, in one weight. */
async function findJapaneseFonts(needed: ReadonlySet<number>): Promise<readonly string[]> {
  // Only devices in Japanese keep the list. On others, Japanese characters are replaced if the list cannot be fetched.
  const ranges = await import('@fontsource/noto-sans-jp/unicode.json', { with: { type: 'json' } }).then(
    (list): Readonly<Record<string, string>> => list.default,
    () => ({}),
  )
  const hasNeeded = (range: string): boolean => {
    const [first = 0, last = first] = range.split('-').map((point) => Number.parseInt(point.replace('U+', ''), 16))
    for (let point = first; point <= last; point += 1) if (needed.has(point)) return true
    return false
  }
  return Object.entries(ranges).flatMap(([key, list]) => {
    // Other subsets, such as `latin`, have the characters of Noto Sans.
    const [subset] = /\d+/.exec(key) ?? []
    return subset !== undefined && list.split(',').some(hasNeeded) ? [`noto-sans-jp-${subset}-400-normal.woff`] : []
  })
}

/** Replacement for characters that no font has. */
const REPLACEMENT = '\ufffd'

/** A piece of text in a single font. `weight`: of the font; it differs from the text's if the font has no bold. */
type FontRun = { readonly family: string; readonly weight: FontWeight; readonly text: string }

export type Fonts = {
  /** width in points at this size */
  measure(text: string, weight: FontWeight, size: number): number
  /** splits text into pieces of one font each; replaces characters that no font has */
  runs(text: string, weight: FontWeight): readonly FontRun[]
  /** true after a character was replaced */
  readonly lacks: boolean
}

/** Part of jsPDF's font metadata. */
type Metadata = {
  readonly cmap: { readonly unicode: { readonly codeMap: Readonly<Record<number, number | undefined>> } }
  widthOfGlyph(glyph: number): number
}
type Face = { readonly family: string; readonly weight: FontWeight; readonly metadata: Metadata }
type Glyph = FontRun & { readonly width: number }

/** Adds the fonts that the texts need to the document. */
export async function loadFonts(doc: jsPDF, source: FontSource, texts: readonly string[]): Promise<Fonts> {
  const points = new Set<number>()
  for (const text of texts) for (const letter of text) points.add(letter.codePointAt(0) ?? 0)
  points.delete(NEW_LINE)
  const [eastAsian, needed] = [new Set<number>(), new Set<number>()]
  for (const point of points) (point < EAST_ASIAN ? needed : eastAsian).add(point)
  const faces: Record<FontWeight, readonly Face[]> = { normal: [], bold: [] }
  for (const script of SCRIPTS) {
    if (script !== SCRIPTS[0] && needed.size === 0) break
    // Loads fonts one after another. A further font is fetched only if the previous fonts lack a character.
    for (const weight of ['normal', 'bold'] as const) {
      const bytes = await source(buildFontFileName(script, weight))
      faces[weight] = [...faces[weight], await addFace(doc, bytes, `NotoSans-${script}`, weight)]
    }
    const codeMap = faces.normal.at(-1)?.metadata.cmap.unicode.codeMap ?? {}
    for (const point of needed) if (codeMap[point] !== undefined) needed.delete(point)
  }
  const lacking = new Set([...eastAsian, ...needed].filter((point) => point < MAX_DRAWN_CODE_POINT))
  for (const file of lacking.size === 0 ? [] : await findJapaneseFonts(lacking)) {
    // Without a network, a device may not have the font. Its characters are replaced, and the document says so.
    const face = await source(file)
      .then((bytes) => addFace(doc, bytes, file.replace('-400-normal.woff', ''), 'normal'))
      .catch(() => null)
    if (face === null) continue
    faces.normal = [...faces.normal, face]
    faces.bold = [...faces.bold, face]
  }
  return createFonts(faces)
}

const NEW_LINE = 10

async function addFace(doc: jsPDF, woff: Uint8Array<ArrayBuffer>, family: string, weight: FontWeight): Promise<Face> {
  const file = `${family}-${weight}.ttf`
  doc.addFileToVFS(file, toBinaryString(await unpackWoff(woff)))
  doc.addFont(file, family, weight, undefined, 'Identity-H')
  doc.setFont(family, weight)
  return { family, weight, metadata: (doc.getFont() as unknown as { readonly metadata: Metadata }).metadata }
}

const BASE64_CHUNK = 8192

/** Converts bytes to a binary string, as jsPDF expects. */
function toBinaryString(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let index = 0; index < bytes.length; index += BASE64_CHUNK)
    pieces.push(String.fromCharCode(...bytes.subarray(index, index + BASE64_CHUNK)))
  return pieces.join('')
}

function createFonts(faces: Readonly<Record<FontWeight, readonly Face[]>>): Fonts {
  const known: Record<FontWeight, Map<string, Glyph>> = { normal: new Map(), bold: new Map() }
  let hasMissingGlyph = false
  const drawn = (letter: string, weight: FontWeight): Glyph | undefined => {
    const point = letter.codePointAt(0) ?? 0
    for (const { family, weight: ownWeight, metadata } of faces[weight]) {
      const glyph = metadata.cmap.unicode.codeMap[point]
      if (glyph !== undefined && point < MAX_DRAWN_CODE_POINT)
        return { family, weight: ownWeight, text: letter, width: metadata.widthOfGlyph(glyph) / 1000 }
    }
    return undefined
  }
  const findGlyph = (letter: string, weight: FontWeight): Glyph => {
    const before = known[weight].get(letter)
    if (before !== undefined) return before
    const ownGlyph = drawn(letter, weight)
    if (ownGlyph === undefined) hasMissingGlyph = true
    const glyph = ownGlyph ?? drawn(REPLACEMENT, weight) ?? { family: '', weight, text: '', width: 0 }
    known[weight].set(letter, glyph)
    return glyph
  }
  return {
    get lacks() {
      return hasMissingGlyph
    },
    measure: (text, weight, size) => {
      let width = 0
      for (const letter of text) width += findGlyph(letter, weight).width
      return width * size
    },
    runs: (text, weight) => {
      const runs: { family: string; weight: FontWeight; text: string }[] = []
      for (const letter of text) {
        const glyph = findGlyph(letter, weight)
        const last = runs.at(-1)
        if (last?.family === glyph.family) last.text += glyph.text
        else if (glyph.family !== '') runs.push({ family: glyph.family, weight: glyph.weight, text: glyph.text })
      }
      return runs
    },
  }
}
