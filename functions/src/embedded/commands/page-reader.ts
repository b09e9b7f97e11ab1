import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** Row of a table, decoded from its bytes in the file. `values`: the columns without the row id */
export type RawRow = { readonly id: number; readonly values: readonly (string | number | null)[] }

const TABLE_LEAF = 0x0d
const INDEX_LEAF = 0x0a
const INDEX_INTERIOR = 0x02
const DATABASE_HEADER_BYTES = 100
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** SQLite never stores data in the page at this offset. */
const LOCK_OFFSET = 2 ** 30
const DEFAULT_PAGE_BYTES = 4096
const CHILD_POINTER_BYTES = 4

type Location = { readonly file: number; readonly offset: number }

/**
 * Pages of a database file and of its write-ahead log, read without SQLite, which gives up at the first damaged page.
 * The format: https://sqlite.org/fileformat.html
 */
export class PageReader {
  readonly #files: number[] = []
  readonly #newer = new Map<number, Location>()
  readonly pageBytes: number
  readonly #usable: number
  readonly count: number
  /** pages that are not in use; they still have deleted rows */
  readonly #free: ReadonlySet<number>

  /** @param path the database; its log is `path-wal` */
  constructor(path: string) {
    const file = this.#open(path)
    const log = existsSync(`${path}-wal`) ? this.#open(`${path}-wal`) : undefined
    const header = readBytes(file, 0, DATABASE_HEADER_BYTES)
    const isReadable = header.toString('latin1', 0, 15) === 'SQLite format 3'
    this.pageBytes = isReadable ? header.readUInt16BE(16) : DEFAULT_PAGE_BYTES
    this.#usable = this.pageBytes - (isReadable ? header.readUInt8(20) : 0)
    if (log !== undefined) this.#readLog(log, statSync(`${path}-wal`).size)
    this.count = Math.max(Math.floor(statSync(path).size / this.pageBytes), ...this.#newer.keys(), 0)
    this.#free = this.#freePages()
  }

  close(): void {
    for (const file of this.#files) closeSync(file)
  }

  /** False when the list of unused pages is damaged. The deleted rows in unused pages are then also read. */
  get knowsFreePages(): boolean {
    return this.#free.size === this.#page(1)?.readUInt32BE(36)
  }

  /** Rows of all tables, in the order of pages. @param lost called for each damaged row */
  *rows(lost: () => void): Generator<RawRow> {
    for (const { page, pointer } of this.#cells([TABLE_LEAF])) {
      const row = tryToRead(() => {
        const size = readVarint(page, page.readUInt16BE(pointer))
        const id = readVarint(page, size.next)
        return { id: id.value, values: readRecord(this.#payload(page, id.next, size.value, TABLE_LEAF)) }
      })
      if (row === undefined) lost()
      else yield row
    }
  }

  /** Records of all indexes: the indexed values and the row id. Damaged records are left out. */
  *indexRecords(): Generator<RawRow['values']> {
    for (const { page, pointer, kind } of this.#cells([INDEX_LEAF, INDEX_INTERIOR])) {
      const record = tryToRead(() => {
        const offset = page.readUInt16BE(pointer) + (kind === INDEX_INTERIOR ? CHILD_POINTER_BYTES : 0)
        const size = readVarint(page, offset)
        return readRecord(this.#payload(page, size.next, size.value, kind))
      })
      if (record !== undefined) yield record
    }
  }

  /** Pointers to the cells of all pages in use that are of these kinds. */
  *#cells(
    kinds: readonly number[],
  ): Generator<{ readonly page: Buffer; readonly pointer: number; readonly kind: number }> {
    for (let number = 1; number <= this.count; number += 1) {
      const page = this.#free.has(number) ? undefined : this.#page(number)
      const start = number === 1 ? DATABASE_HEADER_BYTES : 0
      const kind = page?.[start]
      if (page === undefined || kind === undefined || !kinds.includes(kind)) continue
      const first = start + (kind === INDEX_INTERIOR ? 12 : 8)
      const cells = Math.min(page.readUInt16BE(start + 3), (this.pageBytes - first) >> 1)
      for (let cell = 0; cell < cells; cell += 1) yield { page, pointer: first + 2 * cell, kind }
    }
  }

  #open(path: string): number {
    const file = openSync(path, 'r')
    this.#files.push(file)
    return file
  }

  #page(number: number): Buffer | undefined {
    if (number < 1 || (number - 1) * this.pageBytes === LOCK_OFFSET) return undefined
    const at = this.#newer.get(number) ?? { file: this.#files[0] ?? -1, offset: (number - 1) * this.pageBytes }
    const page = readBytes(at.file, at.offset, this.pageBytes)
    return page.length === this.pageBytes ? page : undefined
  }

  /** Finds the latest committed content of pages in the log, which ends at the first frame with another checksum. */
  #readLog(file: number, size: number): void {
    const header = readBytes(file, 0, LOG_HEADER_BYTES)
    if (header.length < LOG_HEADER_BYTES || header.readUInt32BE(8) !== this.pageBytes) return
    const isBigEndian = (header.readUInt32BE(0) & 1) === 1
    let sum = addChecksum(header.subarray(0, 24), [0, 0], isBigEndian)
    let pending = new Map<number, Location>()
    const step = FRAME_HEADER_BYTES + this.pageBytes
    for (let offset = LOG_HEADER_BYTES; offset + step <= size; offset += step) {
      const frame = readBytes(file, offset, step)
      sum = addChecksum(frame.subarray(0, 8), sum, isBigEndian)
      sum = addChecksum(frame.subarray(FRAME_HEADER_BYTES), sum, isBigEndian)
      const isOfThisLog = frame.subarray(8, 16).equals(header.subarray(16, 24))
      if (!isOfThisLog || frame.readUInt32BE(16) !== sum[0] || frame.readUInt32BE(20) !== sum[1]) return
      pending.set(frame.readUInt32BE(0), { file, offset: offset + FRAME_HEADER_BYTES })
      // Only the last frame of a transaction has the size of the database.
      if (frame.readUInt32BE(4) === 0) continue
      for (const [number, location] of pending) this.#newer.set(number, location)
      pending = new Map()
    }
  }

  #freePages(): ReadonlySet<number> {
    const free = new Set<number>()
    let trunk = this.#page(1)?.readUInt32BE(32) ?? 0
    while (trunk > 0 && trunk <= this.count && !free.has(trunk)) {
      free.add(trunk)
      const page = this.#page(trunk)
      const leaves = Math.min(page?.readUInt32BE(4) ?? 0, this.#usable / 4 - 2)
      for (let leaf = 0; leaf < leaves; leaf += 1) free.add(page?.readUInt32BE(8 + 4 * leaf) ?? 0)
      trunk = page?.readUInt32BE(0) ?? 0
    }
    return free
  }

  /** The bytes of a record. A long record continues in a chain of pages. */
  #payload(page: Buffer, offset: number, size: number, kind: number): Buffer {
    const most = kind === TABLE_LEAF ? this.#usable - 35 : Math.floor(((this.#usable - 12) * 64) / 255) - 23
    if (size <= most) return page.subarray(offset, offset + size)
    if (size > this.count * this.pageBytes) throw new RangeError('The record is longer than the file')
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const fitting = least + ((size - least) % (this.#usable - 4))
    const local = fitting <= most ? fitting : least
    const parts = [page.subarray(offset, offset + local)]
    let next = page.readUInt32BE(offset + local)
    for (let left = size - local; left > 0; left -= this.#usable - 4) {
      const more = this.#page(next)
      if (more === undefined) throw new RangeError('A page of the record is missing')
      parts.push(more.subarray(4, 4 + Math.min(left, this.#usable - 4)))
      next = more.readUInt32BE(0)
    }
    return Buffer.concat(parts)
  }
}

type Checksum = readonly [number, number]

function addChecksum(bytes: Buffer, [first, second]: Checksum, isBigEndian: boolean): Checksum {
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

/** @returns undefined for bytes that are no cell */
function tryToRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(file, buffer, 0, length, offset))
}

/** Bytes of a value by the serial types 0 to 9. */
const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const [TYPE_NULL, TYPE_FLOAT, TYPE_ZERO, TYPE_ONE, FIRST_BLOB] = [0, 7, 8, 9, 12]

/** Values of a record. Throws a RangeError when it cannot be one. Blobs, which no table has, count as null. */
function readRecord(record: Buffer): RawRow['values'] {
  const head = readVarint(record, 0)
  const values: (string | number | null)[] = []
  let body = head.value
  for (let at = head.next; at < head.value;) {
    const type = readVarint(record, at)
    at = type.next
    const length = type.value >= FIRST_BLOB ? (type.value - FIRST_BLOB) >> 1 : FIXED_BYTES[type.value]
    if (length === undefined || body + length > record.length) throw new RangeError('No record')
    values.push(readValue(record, type.value, body, length))
    body += length
  }
  return values
}

function readValue(record: Buffer, type: number, offset: number, length: number): string | number | null {
  if (type >= FIRST_BLOB) return type % 2 === 1 ? record.toString('utf8', offset, offset + length) : null
  if (type === TYPE_NULL) return null
  if (type === TYPE_ZERO || type === TYPE_ONE) return type - TYPE_ZERO
  if (type === TYPE_FLOAT) return record.readDoubleBE(offset)
  return length > 6 ? Number(record.readBigInt64BE(offset)) : record.readIntBE(offset, length)
}

/** Integer of one to nine bytes, seven bits each. */
function readVarint(bytes: Buffer, offset: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let at = offset; at < offset + 8; at += 1) {
    const byte = bytes.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + 1 }
  }
  return { value: value * 256 + bytes.readUInt8(offset + 8), next: offset + 9 }
}
