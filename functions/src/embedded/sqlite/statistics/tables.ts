import type { DatabaseSync } from 'node:sqlite'
import type { TemplateId } from '#domain/kernel/index.ts'
import { LruCache } from '#core/counting/least-recent.ts'
import { ColumnPart, computePartSums, type PartName } from '#domain/statistics/index.ts'

/** Sizes of the caches of decoded parts, in bytes, and of parsed sums, in characters. */
const MAX_CACHED_PART_BYTES = 48_000_000
const MAX_CACHED_SUMS_CHARS = 40_000_000
/** Size of the cache of recently written parts, in bytes. The next answers are often of the same day. */
const MAX_RECENT_PART_BYTES = 16_000_000
/** Maximum number of forms whose part ids are cached for writing. */
const MAX_FORMS = 50

export type TrackedForm = {
  readonly form: TemplateId
  readonly timeZone: string
  /** when the statistics were last used, in milliseconds by the server's clock */
  readonly opened: number
  /** position up to which earlier answers are already counted */
  readonly built: number
  readonly isReady: boolean
}

/**
 * Tables of statistics:
 *
 *     statistics_forms     forms whose statistics are used
 *     statistics_parts     id and name of each part of a form
 *     statistics_segments  id and name of each segment of a form (a day and an area)
 *     statistics_bits      columns of a part in a segment (src/domain/statistics/columns/part.ts)
 *     statistics_sums      totals of a part in a segment, as JSON; outdated while the segment is `stale`
 */
export class StatisticsTables {
  readonly #db: DatabaseSync
  readonly #decoded = new LruCache<string, ColumnPart>(MAX_CACHED_PART_BYTES)
  readonly #sums = new LruCache<number, Map<number, unknown>>(MAX_CACHED_SUMS_CHARS)
  readonly #partIds = new Map<string, Map<PartName, number>>()
  readonly #written = new LruCache<string, ColumnPart>(MAX_RECENT_PART_BYTES)
  readonly #editions = new Map<string, number>()
  readonly #sql

  constructor(db: DatabaseSync) {
    this.#db = db
    const prepare = (sql: string) => db.prepare(sql)
    this.#sql = {
      form: prepare('SELECT * FROM statistics_forms WHERE form = ?'),
      forms: prepare('SELECT * FROM statistics_forms ORDER BY form'),
      putForm: prepare('INSERT OR REPLACE INTO statistics_forms VALUES (?, ?, ?, ?, ?)'),
      dropForm: prepare('DELETE FROM statistics_forms WHERE form = ?'),
      part: prepare('SELECT id FROM statistics_parts WHERE form = ? AND name = ?'),
      putPart: prepare('INSERT INTO statistics_parts (form, name) VALUES (?, ?) RETURNING id'),
      segments: prepare('SELECT id, name FROM statistics_segments WHERE form = ?'),
      stale: prepare('SELECT id FROM statistics_segments WHERE form = ? AND stale = 1'),
      setStale: prepare('UPDATE statistics_segments SET stale = ? WHERE id = ?'),
      partsIn: prepare(
        'SELECT p.id, p.name FROM statistics_parts p JOIN statistics_bits b ON b.part = p.id WHERE p.form = ? AND b.segment = ?',
      ),
      segment: prepare('SELECT id FROM statistics_segments WHERE form = ? AND name = ?'),
      putSegment: prepare('INSERT INTO statistics_segments (form, name, stale) VALUES (?, ?, 1) RETURNING id'),
      sums: prepare('SELECT segment, sums FROM statistics_sums WHERE part = ?'),
      bits: prepare('SELECT bits FROM statistics_bits WHERE part = ? AND segment = ?'),
      putSums: prepare('INSERT OR REPLACE INTO statistics_sums VALUES (?, ?, ?)'),
      putBits: prepare(
        'INSERT INTO statistics_bits (part, segment, bits) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bits = excluded.bits',
      ),
      dropSums: prepare('DELETE FROM statistics_sums WHERE part = ? AND segment = ?'),
      dropBits: prepare('DELETE FROM statistics_bits WHERE part = ? AND segment = ?'),
    }
  }

  form(form: string): TrackedForm | undefined {
    const row = this.#sql.form.get(form)
    return row && toTrackedForm(row)
  }

  forms(): readonly TrackedForm[] {
    return this.#sql.forms.all().map(toTrackedForm)
  }

  putForm({ form, timeZone, opened, built, isReady }: TrackedForm): void {
    this.#sql.putForm.run(form, timeZone, opened, built, isReady ? 1 : 0)
  }

  dropForm(form: string): void {
    const parts = 'SELECT id FROM statistics_parts WHERE form = ?'
    for (const table of ['statistics_sums', 'statistics_bits'])
      this.#db.prepare(`DELETE FROM ${table} WHERE part IN (${parts})`).run(form)
    for (const table of ['statistics_parts', 'statistics_segments'])
      this.#db.prepare(`DELETE FROM ${table} WHERE form = ?`).run(form)
    this.#sql.dropForm.run(form)
    this.#editions.set(form, this.edition(form) + 1)
    this.forget()
  }

  /** @returns undefined when the form has no part of that name */
  partId(form: string, name: PartName): number | undefined {
    return rowId(this.#sql.part.get(form, name))
  }

  segments(form: string): readonly { readonly id: number; readonly name: string }[] {
    return this.#sql.segments.all(form).map((row) => ({ id: Number(row['id']), name: String(row['name']) }))
  }

  /** Returns the segment's id, for writing. Creates the segment if it does not exist. */
  segmentIdFor(form: string, name: string): number {
    return rowId(this.#sql.segment.get(form, name)) ?? Number(this.#sql.putSegment.get(form, name)?.['id'])
  }

  partIdFor(form: string, name: PartName): number {
    const known = this.#partIds.get(form)?.get(name)
    if (known !== undefined) return known
    const id = this.partId(form, name) ?? Number(this.#sql.putPart.get(form, name)?.['id'])
    const ids = this.#partIds.get(form) ?? new Map<PartName, number>()
    if (this.#partIds.size > MAX_FORMS) this.#partIds.clear()
    this.#partIds.set(form, ids.set(name, id))
    return id
  }

  /** Returns the sums of a part by segment id. */
  sums(part: number): ReadonlyMap<number, unknown> {
    const known = this.#sums.get(part)
    if (known !== undefined) return known
    const sums = new Map<number, unknown>()
    let characters = 0
    for (const row of this.#sql.sums.all(part)) {
      const text = String(row['sums'])
      sums.set(Number(row['segment']), JSON.parse(text))
      characters += text.length
    }
    this.#sums.put(part, sums, characters)
    return sums
  }

  /** Returns a part for reading, and caches it. */
  read(part: number, segment: number): ColumnPart | undefined {
    const key = `${part} ${segment}`
    const knownPart = this.#decoded.get(key)
    if (knownPart !== undefined) return knownPart
    const bytes = this.#bytes(part, segment)
    if (bytes === undefined) return undefined
    const decoded = ColumnPart.decode(bytes)
    this.#decoded.put(key, decoded, bytes.length + 200)
    return decoded
  }

  /** Returns a part for writing, which is not shared with readers. */
  load(part: number, segment: number): ColumnPart {
    const written = this.#written.get(`${part} ${segment}`)
    if (written !== undefined) return written
    const bytes = this.#bytes(part, segment)
    return bytes === undefined ? new ColumnPart() : ColumnPart.decode(bytes)
  }

  /** Stores a part; the caller marks its segment as stale in the same transaction. */
  store(part: number, segment: number, content: ColumnPart): void {
    const key = `${part} ${segment}`
    const bytes = content.encode()
    this.#decoded.drop(key)
    this.#written.put(key, content, bytes.length + 200)
    this.#sql.putBits.run(part, segment, bytes)
  }

  makeStale(segment: number): void {
    this.#sql.setStale.run(1, segment)
  }

  /** Number that changes with every update of the form's sums, so that `isStill` detects inconsistent reads. */
  edition(form: string): number {
    return this.#editions.get(form) ?? 0
  }

  isStill(form: string, edition: number): boolean {
    return !this.isStale(form) && this.edition(form) === edition
  }

  /** Returns all parts of a segment for a single reading, so they are not cached. */
  partsOf(form: string, segment: number): ReadonlyMap<PartName, ColumnPart> {
    return new Map(
      this.#sql.partsIn
        .all(form, segment)
        .map((row) => [String(row['name']) as PartName, this.#once(Number(row['id']), segment)]),
    )
  }

  #once(part: number, segment: number): ColumnPart {
    return (
      this.#decoded.get(`${part} ${segment}`) ??
      ColumnPart.decode(this.#bytes(part, segment) ?? new ColumnPart().encode())
    )
  }

  isStale(form: string): boolean {
    return this.#sql.stale.get(form) !== undefined
  }

  /** Updates the sums of stale segments. @param isEnough called after each segment; true ends the update */
  sumUp(form: string, isEnough: () => boolean = () => false): void {
    for (const row of this.#sql.stale.all(form)) {
      this.#editions.set(form, this.edition(form) + 1)
      const segment = Number(row['id'])
      for (const { id, name } of this.#sql.partsIn.all(form, segment))
        this.#sumUpPart(Number(id), segment, String(name))
      this.#sql.setStale.run(0, segment)
      if (isEnough()) return
    }
  }

  #sumUpPart(part: number, segment: number, name: string): void {
    const content = this.load(part, segment)
    const texts = content.texts.length
    const sums = computePartSums(name as PartName, content)
    const known = this.#sums.get(part)
    if (sums === null) {
      known?.delete(segment)
      this.#decoded.drop(`${part} ${segment}`)
      this.#written.drop(`${part} ${segment}`)
      this.#sql.dropSums.run(part, segment)
      this.#sql.dropBits.run(part, segment)
      return
    }
    known?.set(segment, sums)
    this.#sql.putSums.run(part, segment, JSON.stringify(sums))
    if (content.texts.length !== texts) this.store(part, segment, content)
  }

  /** Clears the caches after a rollback or a deleted form. */
  forget(): void {
    this.#decoded.clear()
    this.#sums.clear()
    this.#written.clear()
    this.#partIds.clear()
  }

  #bytes(part: number, segment: number): Uint8Array | undefined {
    const bytes = this.#sql.bits.get(part, segment)?.['bits']
    return bytes instanceof Uint8Array ? bytes : undefined
  }
}

/** Deletes the tables and creates empty ones. Forms are counted again at the next read. */
export function recreateStatisticsTables(db: DatabaseSync): void {
  for (const table of ['forms', 'parts', 'segments', 'sums', 'bits'])
    db.exec(`DROP TABLE IF EXISTS statistics_${table}`)
  db.exec(`
    CREATE TABLE statistics_forms (form TEXT PRIMARY KEY, zone TEXT NOT NULL, opened INTEGER NOT NULL, built INTEGER NOT NULL, ready INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE statistics_parts (id INTEGER PRIMARY KEY, form TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (form, name));
    CREATE TABLE statistics_segments (id INTEGER PRIMARY KEY, form TEXT NOT NULL, name TEXT NOT NULL, stale INTEGER NOT NULL, UNIQUE (form, name));
    CREATE INDEX statistics_stale ON statistics_segments (form) WHERE stale = 1;
    CREATE TABLE statistics_sums (part INTEGER, segment INTEGER, sums TEXT NOT NULL, PRIMARY KEY (part, segment)) WITHOUT ROWID;
    CREATE TABLE statistics_bits (part INTEGER, segment INTEGER, bits BLOB NOT NULL, PRIMARY KEY (part, segment));
  `)
}

const known = new WeakMap<DatabaseSync, StatisticsTables>()

/** Returns the tables of a database. Its writers and readers share one object, because of the caches. */
export function getOrCreateStatisticsTables(db: DatabaseSync): StatisticsTables {
  const tables = known.get(db) ?? new StatisticsTables(db)
  known.set(db, tables)
  return tables
}

function rowId(row: Record<string, unknown> | undefined): number | undefined {
  return row === undefined ? undefined : Number(row['id'])
}

function toTrackedForm(row: Record<string, unknown>): TrackedForm {
  return {
    form: String(row['form']) as TemplateId,
    timeZone: String(row['zone']),
    opened: Number(row['opened']),
    built: Number(row['built']),
    isReady: row['ready'] === 1,
  }
}
