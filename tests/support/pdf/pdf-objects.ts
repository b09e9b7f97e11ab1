import { inflateSync } from 'node:zlib'

/** Objects of a PDF, read by their offsets in the file as readers do. Independent of the code that writes them. */
export type PdfValue = number | boolean | null | Name | Text | Reference | Dictionary | Operator | readonly PdfValue[]
type Name = { readonly kind: 'name'; readonly name: string }
type Text = { readonly kind: 'text'; readonly bytes: Buffer }
type Reference = { readonly kind: 'reference'; readonly id: number }
export type Dictionary = {
  readonly kind: 'dictionary'
  readonly entries: ReadonlyMap<string, PdfValue>
  readonly stream?: Buffer
}
type Operator = { readonly kind: 'operator'; readonly operator: string }

/** Reads values one after the other. */
export class Tokens {
  #at: number
  readonly #bytes: string

  constructor(bytes: string, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  /** @returns undefined at the end */
  next(): PdfValue | undefined {
    this.#match(/(?:[\0\t\n\f\r ]|%[^\n\r]*)*/y)
    if (this.#at >= this.#bytes.length) return undefined
    const reference = this.#match(/(\d+) \d+ R\b/y)
    if (reference !== null) return { kind: 'reference', id: Number(reference[1]) }
    if (this.#match(/<</y) !== null) return this.#dictionary()
    if (this.#match(/\[/y) !== null) return this.#until(']')
    const hex = this.#match(/<([\da-fA-F\s]*)>/y)
    if (hex !== null) return { kind: 'text', bytes: Buffer.from((hex[1] ?? '').replaceAll(/\s/g, ''), 'hex') }
    const text = this.#match(/\(((?:\\[^]|[^\\()])*)\)/y)
    if (text !== null)
      return { kind: 'text', bytes: Buffer.from((text[1] ?? '').replaceAll(/\\([^])/g, '$1'), 'latin1') }
    const name = this.#match(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y)
    if (name !== null) return { kind: 'name', name: name[1] ?? '' }
    const number = this.#match(/[+-]?(?:\d+\.?\d*|\.\d+)(?![^\0\t\n\f\r ()<>[\]{}/%])/y)
    if (number !== null) return Number(number[0])
    const word = this.#match(/[^\0\t\n\f\r ()<>[\]{}/%]+|[>\]]+/y)
    if (word === null) throw new Error(`Not a value: ${this.#bytes.slice(this.#at, this.#at + 40)}`)
    if (word[0] === 'null') return null
    return word[0] === 'true' || word[0] === 'false' ? word[0] === 'true' : { kind: 'operator', operator: word[0] }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#bytes)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #until(end: string): readonly PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      this.#match(/(?:[\0\t\n\f\r ]|%[^\n\r]*)*/y)
      if (this.#bytes.startsWith(end, this.#at)) {
        this.#at += end.length
        return values
      }
      const value = this.next()
      if (value === undefined) throw new Error(`No ${end}`)
      values.push(value)
    }
  }

  #dictionary(): Dictionary {
    const values = this.#until('>>')
    const entries = new Map<string, PdfValue>()
    for (let index = 0; index < values.length; index += 2) {
      const key = values[index]
      if (typeof key !== 'object' || key === null || !('kind' in key) || key.kind !== 'name')
        throw new Error('A key that is no name')
      entries.set(key.name, values[index + 1] ?? null)
    }
    const stream = this.#match(/\s*stream\r?\n/y)
    if (stream === null) return { kind: 'dictionary', entries }
    const end = this.#bytes.indexOf('\nendstream', this.#at)
    const bytes = Buffer.from(this.#bytes.slice(this.#at, end), 'latin1')
    return { kind: 'dictionary', entries, stream: bytes }
  }
}

/** Place of an object: in the file, or in a stream of objects. */
type Place = { readonly kind: number; readonly position: number; readonly index: number }

/** A PDF's trailer, and functions that follow references. The table of objects has to be a stream. */
export class PdfObjects {
  readonly #file: string
  readonly #places: readonly Place[]
  readonly #streams = new Map<number, { readonly content: string; readonly ids: readonly number[]; at: number[] }>()
  readonly trailer: Dictionary

  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes).toString('latin1')
    const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.#file.slice(-64))?.[1] ?? -1)
    const head = /^\d+ 0 obj/.exec(this.#file.slice(table, table + 20))
    if (head === null) throw new Error('No table of objects')
    this.trailer = asDictionary(new Tokens(this.#file, table + head[0].length).next())
    const [kind = 0, position = 0, index = 0] = asList(this.trailer.entries.get('W')).map(Number)
    const entries = Buffer.from(streamOf(this.trailer), 'latin1')
    const width = kind + position + index
    if (entries.length !== width * Number(this.trailer.entries.get('Size'))) throw new Error('Wrong size')
    this.#places = Array.from({ length: entries.length / width }, (_, id) => ({
      kind: entries.readUIntBE(id * width, kind),
      position: entries.readUIntBE(id * width + kind, position),
      index: entries.readUIntBE(id * width + kind + position, index),
    }))
  }

  get version(): string {
    return this.#file.slice(5, 8)
  }

  /** Follows a reference. Throws if the object is not at its place. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    if (!isKind(value, 'reference')) return value
    const { kind, position, index } = this.#places[value.id] ?? { kind: 0, position: 0, index: 0 }
    if (kind === 2) {
      const { content, ids, at } = this.#stream(position)
      if (ids[index] !== value.id) throw new Error(`Object ${value.id} is not in its stream`)
      return new Tokens(content, at[index] ?? 0).next()
    }
    const head = `${value.id} 0 obj`
    if (kind !== 1 || !this.#file.startsWith(head, position))
      throw new Error(`Object ${value.id} is not at its position`)
    return new Tokens(this.#file, position + head.length).next()
  }

  #stream(id: number) {
    const known = this.#streams.get(id)
    if (known !== undefined) return known
    const stream = asDictionary(this.resolve({ kind: 'reference', id }))
    const [content, first] = [streamOf(stream), Number(stream.entries.get('First'))]
    const numbers = content.slice(0, first).trim().split(' ').map(Number)
    if (numbers.length !== 2 * Number(stream.entries.get('N'))) throw new Error('Wrong number of objects in a stream')
    const read = {
      content,
      ids: numbers.filter((_, index) => index % 2 === 0),
      at: numbers.filter((_, index) => index % 2 === 1).map((at) => at + first),
    }
    this.#streams.set(id, read)
    return read
  }

  /** An entry of a dictionary, with its reference followed. */
  entry(of: PdfValue | undefined, key: string): PdfValue | undefined {
    return this.resolve(asDictionary(this.resolve(of)).entries.get(key))
  }
}

export function isKind<K extends 'name' | 'text' | 'reference' | 'dictionary' | 'operator'>(
  value: PdfValue | undefined,
  kind: K,
): value is Extract<PdfValue, { readonly kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}

export function asDictionary(value: PdfValue | undefined): Dictionary {
  if (!isKind(value, 'dictionary')) throw new Error('Not a dictionary')
  return value
}

export function asList(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [value]
}

/** The name or text that a value is. */
export function wordOf(value: PdfValue | undefined): string | undefined {
  if (isKind(value, 'name')) return value.name
  if (!isKind(value, 'text')) return undefined
  const { bytes } = value
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1')
}

/** The unpacked bytes of a stream. */
export function streamOf(value: PdfValue | undefined): string {
  const { entries, stream } = asDictionary(value)
  if (stream === undefined) throw new Error('No stream')
  return (wordOf(asList(entries.get('Filter'))[0]) === 'FlateDecode' ? inflateSync(stream) : stream).toString('latin1')
}
