import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  /** lines of each page as written: from left to right, in the order of the file */
  readonly pages: readonly (readonly string[])[]
  /** width and height of each page, points */
  readonly sizes: readonly (readonly [number, number])[]
  /** filled rectangles on each page: left, lower edge, width, height, in points, y upwards */
  readonly boxes: readonly (readonly (readonly [number, number, number, number])[])[]
  /** number of embedded pictures */
  readonly images: number
  /** URLs of links */
  readonly links: readonly string[]
  readonly language: string | undefined
  readonly title: string | undefined
  /** names in the outline */
  readonly outline: readonly string[]
}

type Part = { readonly head: string; readonly stream: string | undefined }
/** Characters and widths, in thousandths of the size, by code. */
type Font = { readonly characters: ReadonlyMap<number, string>; readonly widths: ReadonlyMap<number, number> }
type Fonts = ReadonlyMap<string, Font>

/** Reads the text of a PDF with embedded fonts through their character tables; throws for a code that no table has. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const parts = partsOf(file)
  const all = [...parts.values()]
  const fonts = fontsOf(parts, all)
  const pages = all.filter(({ head }) => /\/Type\s*\/Page\b/.test(head))
  return {
    pages: pages.map(({ head }) => linesOf(parts.get(referenceIn(head, 'Contents'))?.stream ?? '', fonts)),
    sizes: pages.map(({ head }) => {
      const [, , width = 0, height = 0] = (/\/MediaBox\s*\[([^\]]+)\]/.exec(head)?.[1] ?? '')
        .trim()
        .split(/\s+/)
        .map(Number)
      return [width, height] as const
    }),
    boxes: pages.map(({ head }) => boxesOf(parts.get(referenceIn(head, 'Contents'))?.stream ?? '')),
    images: all.filter(({ head }) => head.includes('/Subtype /Image')).length,
    links: all.flatMap(({ head }) =>
      [...head.matchAll(/\/URI \(((?:\\.|[^)\\])*)\)/g)].map(([, link = '']) => textIn(link)),
    ),
    language: /\/Lang \(([^)]*)\)/.exec(file)?.[1],
    title: all.flatMap(({ head }) => (head.includes('/Producer') ? titlesIn(head) : []))[0],
    outline: all.flatMap(({ head }) => (head.includes('/Parent') && head.includes('/Dest') ? titlesIn(head) : [])),
  }
}

function partsOf(file: string): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>()
  for (const [, number, body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('stream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const raw = at < 0 ? undefined : body.slice(at + 'stream\n'.length, body.lastIndexOf('\nendstream'))
    const isText = !head.includes('/Image') && raw !== undefined
    const stream = isText && head.includes('/FlateDecode') ? inflated(raw) : raw
    parts.set(Number(number), { head, stream })
  }
  return parts
}

function inflated(raw: string): string {
  return inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
}

function referenceIn(head: string, name: string): number {
  return Number(new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(head)?.[1] ?? -1)
}

function fontsOf(parts: ReadonlyMap<number, Part>, all: readonly Part[]): Fonts {
  const fonts = new Map<string, Font>()
  for (const { head } of all)
    for (const [, name = '', number] of head.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)) {
      const font = parts.get(Number(number))?.head ?? ''
      const cmap = parts.get(referenceIn(font, 'ToUnicode'))?.stream
      const inner = Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1] ?? -1)
      if (cmap !== undefined)
        fonts.set(name, { characters: charactersIn(cmap), widths: widthsIn(parts.get(inner)?.head ?? '') })
    }
  return fonts
}

function charactersIn(cmap: string): ReadonlyMap<number, string> {
  const characters = new Map<number, string>()
  for (const [, list = ''] of cmap.matchAll(/beginbfchar\n([\s\S]*?)\nendbfchar/g))
    for (const [, code = '', unicode = ''] of list.matchAll(/<([0-9a-f]+)><([0-9a-f]+)>/gi))
      characters.set(parseInt(code, 16), String.fromCodePoint(parseInt(unicode, 16)))
  return characters
}

function widthsIn(head: string): ReadonlyMap<number, number> {
  const list = /\/W (\[[^/]*\])/.exec(head)?.[1] ?? ''
  return new Map([...list.matchAll(/(\d+) \[(\d+)\]/g)].map(([, code, width]) => [Number(code), Number(width)]))
}

function boxesOf(content: string): ReadPdf['boxes'][number] {
  return [...content.matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re\nf/g)].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    return [x, Math.min(y, y + height), width, Math.abs(height)] as const
  })
}

/** Text at one height, each piece where the previous one ended, is one line. Spaces at its end are not seen. */
function linesOf(content: string, fonts: Fonts): readonly string[] {
  const lines: { at: string; end: number; text: string }[] = []
  for (const [block] of content.matchAll(/BT\n[\s\S]*?\nET/g)) {
    const [, name = '', size] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? []
    const [, x, at = ''] = /(-?[\d.]+) (-?[\d.]+) Td/.exec(block) ?? []
    const font = fonts.get(name)
    const codes = [...(/<([0-9a-f]*)> Tj/i.exec(block)?.[1] ?? '').matchAll(/.{4}/g)].map(([code]) =>
      parseInt(code, 16),
    )
    const text = codes.map((code) => characterIn(font, code)).join('')
    const width = codes.reduce((sum, code) => sum + (font?.widths.get(code) ?? 0), 0)
    const end = Number(x) + (width * Number(size)) / 1000
    const last = lines.at(-1)
    if (last?.at === at && Math.abs(last.end - Number(x)) < 1) Object.assign(last, { text: last.text + text, end })
    else lines.push({ at, end, text })
  }
  return lines.map(({ text }) => text.trimEnd())
}

function characterIn(font: Font | undefined, code: number): string {
  const character = font?.characters.get(code)
  if (character === undefined) throw new Error(`No table has the character ${code}`)
  return character
}

function titlesIn(head: string): readonly string[] {
  return [...head.matchAll(/\/Title \(((?:\\[\s\S]|[^)\\])*)\)/g)].map(([, title = '']) => textIn(title))
}

/** A text in brackets: two bytes per character if it begins with the byte order mark. */
function textIn(written: string): string {
  const plain = written.replaceAll(/\\([\s\S])/g, '$1')
  return plain.startsWith('\u00fe\u00ff') ? Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le') : plain
}
