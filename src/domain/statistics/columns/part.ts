import { encodeJson, decodeJson } from './ascii.ts'
import { iterateBits, type Bits } from './bits.ts'

/** Returns the name of an option's bitmap; cached. */
export function buildOptionBitsName(key: string): BitColumnName {
  const known = optionNames.get(key)
  if (known !== undefined) return known
  if (optionNames.size >= MAX_OPTIONS) optionNames.clear()
  const name = `b:o.${key}` as const
  optionNames.set(key, name)
  return name
}
/** Returns the option of a bitmap; undefined if the bitmap is not of an option. */
export function parseOptionBitsName(name: BitColumnName): string | undefined {
  return name.startsWith('b:o.') ? name.slice('b:o.'.length) : undefined
}
const optionNames = new Map<string, BitColumnName>()
const MAX_OPTIONS = 20_000

/** Column names. The first letter is the type: bits, unsigned 32-bit integers, or doubles. */
export type BitColumnName = `b:${string}`
export type WordColumnName = `w:${string}`
export type DoubleColumnName = `d:${string}`
type Words = Uint32Array<ArrayBuffer>
type Doubles = Float64Array<ArrayBuffer>

/** Contents of a column that is not stored, because it is empty. */
const NO_BITS: Bits = new Uint32Array(0)
const NO_WORDS: Words = new Uint32Array(0)
const NO_DOUBLES: Doubles = new Float64Array(0)

type Header = {
  readonly texts: readonly string[]
  /** names and lengths of the columns in storage order; doubles are first, because they need alignment */
  readonly columns: readonly (readonly [name: string, length: number])[]
}

/**
 * Columns of one part of a segment (`PartName`), with their texts. They are indexed by the place of an answer, of a row
 * of a section, or of a period in a state.
 */
export class ColumnPart {
  /** texts that words refer to by number, from 1; the word 0 means no text */
  readonly texts: string[]
  readonly #bits: Map<string, Words>
  readonly #words: Map<string, Words>
  readonly #doubles: Map<string, Doubles>
  #places: Map<string, number> | undefined

  constructor(texts: readonly string[] = []) {
    this.texts = [...texts]
    this.#bits = new Map()
    this.#words = new Map()
    this.#doubles = new Map()
  }

  bits(name: BitColumnName): Bits {
    return this.#bits.get(name) ?? NO_BITS
  }

  words(name: WordColumnName): Words {
    return this.#words.get(name) ?? NO_WORDS
  }

  doubles(name: DoubleColumnName): Doubles {
    return this.#doubles.get(name) ?? NO_DOUBLES
  }

  listBitNames(): readonly BitColumnName[] {
    return [...this.#bits.keys()] as BitColumnName[]
  }

  setBit(name: BitColumnName, at: number): void {
    let bits = this.#bits.get(name)
    if (bits === undefined || bits.length <= at >>> 5) {
      bits = copyInto(bits, new Uint32Array((at >>> 5) + 1))
      this.#bits.set(name, bits)
    }
    bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31))
  }

  clearBit(name: BitColumnName, at: number): void {
    const bits = this.#bits.get(name)
    if (bits === undefined || at >>> 5 >= bits.length) return
    bits[at >>> 5] = (bits[at >>> 5] as number) & ~(1 << (at & 31))
    if (bits.every((word) => word === 0)) this.#bits.delete(name)
  }

  /**
   * Clears a place in all columns of bits and words. @param but column to skip, because it is indexed by other places
   */
  clearPlace(index: number, but?: BitColumnName): void {
    for (const name of this.listBitNames()) if (name !== but) this.clearBit(name, index)
    for (const word of this.#words.values()) if (index < word.length) word[index] = 0
  }

  setWord(name: WordColumnName, index: number, value: number): void {
    let words = this.#words.get(name)
    if (words === undefined || words.length <= index) {
      words = copyInto(words, new Uint32Array(computeGrownLength(index)))
      this.#words.set(name, words)
    }
    words[index] = value
  }

  setDouble(name: DoubleColumnName, index: number, value: number): void {
    let doubles = this.#doubles.get(name)
    if (doubles === undefined || doubles.length <= index) {
      doubles = copyInto(doubles, new Float64Array(computeGrownLength(index)))
      this.#doubles.set(name, doubles)
    }
    doubles[index] = value
  }

  /** Returns the number of a text; adds the text if it is new. */
  getTextNumber(text: string): number {
    this.#places ??= new Map(this.texts.map((eachText, index) => [eachText, index + 1]))
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.texts.push(text)
    this.#places.set(text, this.texts.length)
    return this.texts.length
  }

  /**
   * Appends the data of another part, at selected places.
   * @param units selected places of the part's rows or answers; `at`: number of bitmap words before them
   * @param answers selected places of answers, for columns that are always indexed by answer
   */
  append(otherPart: ColumnPart, units: SegmentSlice, answers: SegmentSlice, leftOut: ReadonlySet<string>): void {
    for (const [name, bits] of otherPart.#bits) {
      const { at, mask } = name === 'b:corrected' ? answers : units
      const length = Math.min(bits.length, mask.length)
      const into = growColumn(this.#bits, name, at + length, (size) => new Uint32Array(size))
      for (let word = 0; word < length; word += 1) into[at + word] = (bits[word] as number) & (mask[word] as number)
    }
    const movedIndexes = new Uint32Array(otherPart.texts.length + 1)
    for (const [name, words] of otherPart.#words) {
      if (leftOut.has(name)) continue
      const into = growColumn(this.#words, name, units.at * 32 + words.length, (size) => new Uint32Array(size))
      for (const place of iterateBits(units.mask)) {
        const word = words[place] ?? 0
        if (word === 0) continue
        const index = units.at * 32 + place
        if (TEXTS.has(name)) {
          movedIndexes[word] ||= this.getTextNumber(otherPart.texts[word - 1] as string)
          into[index] = movedIndexes[word] as number
        } else into[index] = name === 'w:parent' ? word + answers.at * 32 : word
      }
    }
    for (const [name, doubles] of otherPart.#doubles) {
      if (leftOut.has(name)) continue
      const into = growColumn(this.#doubles, name, units.at * 32 + doubles.length, (size) => new Float64Array(size))
      for (const place of iterateBits(units.mask)) into[units.at * 32 + place] = doubles[place] ?? 0
    }
  }

  /** Sets each column to a text at each of these places. */
  fill(texts: Readonly<Record<WordColumnName, string>>, { at, mask }: SegmentSlice): void {
    for (const [name, text] of Object.entries(texts)) {
      const number = this.getTextNumber(text)
      const into = growColumn(this.#words, name, (at + mask.length) * 32, (size) => new Uint32Array(size))
      for (const place of iterateBits(mask)) into[at * 32 + place] = number
    }
  }

  /** Removes texts to which these columns no longer refer. */
  compact(...names: readonly WordColumnName[]): void {
    const used = new Set(names.flatMap((name) => [...new Set(this.words(name))]))
    used.delete(0)
    if (used.size === this.texts.length) return
    const kept = [...used].toSorted((a, b) => a - b)
    const moved = new Map(kept.map((old, index) => [old, index + 1]))
    for (const name of names) {
      const words = this.words(name)
      for (const [index, word] of words.entries()) words[index] = moved.get(word) ?? 0
    }
    this.texts.splice(0, this.texts.length, ...kept.map((old) => this.texts[old - 1] as string))
    this.#places = undefined
  }

  encode(): Uint8Array {
    const columns = [...this.#doubles, ...this.#words, ...this.#bits]
    const header: Header = { texts: this.texts, columns: columns.map(([name, { length }]) => [name, length]) }
    const head = encodeJson(header)
    const start = 4 + head.length + computePadding(4 + head.length)
    const bytes = new Uint8Array(start + columns.reduce((sum, [, { byteLength }]) => sum + byteLength, 0))
    new DataView(bytes.buffer).setUint32(0, head.length)
    bytes.set(head, 4)
    let at = start
    for (const [, column] of columns) {
      bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
      at += column.byteLength
    }
    return bytes
  }

  static decode(stored: Uint8Array): ColumnPart {
    // Columns are read in place, which needs 8-byte alignment.
    const bytes = stored.byteOffset % 8 === 0 ? stored : new Uint8Array(stored)
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
    const header = decodeJson(bytes.subarray(4, 4 + length)) as Header
    const part = new ColumnPart(header.texts)
    let at = bytes.byteOffset + 4 + length + computePadding(4 + length)
    const buffer = bytes.buffer as ArrayBuffer
    for (const [name, count] of header.columns) {
      if (name.startsWith('d:')) part.#doubles.set(name, new Float64Array(buffer, at, count))
      else (name.startsWith('w:') ? part.#words : part.#bits).set(name, new Uint32Array(buffer, at, count))
      at += count * (name.startsWith('d:') ? 8 : 4)
    }
    return part
  }
}

/** Places of one segment within another. `at`: number of bitmap words before them; `mask`: selected places. */
export type SegmentSlice = { readonly at: number; readonly mask: Bits }

/** Word columns that refer to texts by number. `w:parent` is not among them, because it refers to answers. */
const TEXTS: ReadonlySet<string> = new Set(['w:author', 'w:state', 'w:code', 'w:day', 'w:area'])

/** Returns the column, with at least this length. Grows by half, so that appending many segments is cheap. */
function growColumn<T extends Words | Doubles>(
  columns: Map<string, T>,
  name: string,
  length: number,
  make: (size: number) => T,
): T {
  const column = columns.get(name)
  if (column !== undefined && column.length >= length) return column
  const grownColumn = copyInto(column, make(column === undefined ? length : Math.ceil(length * 1.5)))
  columns.set(name, grownColumn)
  return grownColumn
}

function computePadding(length: number): number {
  return (8 - (length % 8)) % 8
}

/** Returns the length of a column that contains index `at`, plus a reserve, because most data is appended. */
function computeGrownLength(at: number): number {
  return Math.ceil(((at + 1) * 1.1) / 32) * 32
}

function copyInto<T extends Words | Doubles>(column: T | undefined, empty: T): T {
  if (column !== undefined) empty.set(column)
  return empty
}
