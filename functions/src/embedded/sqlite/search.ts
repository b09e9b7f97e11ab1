import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import { requireCollection, type Collection } from '#core/collections.ts'
import { checkQuery, toIndexText, toIndexValue } from '#core/indexing.ts'
import { MAX_SEARCH_HITS, type CountQuery, type DocumentEntry, type Query, type WordsQuery } from '#core/ports.ts'
import type { BodyCodec } from './body-codec.ts'
import {
  quoteFieldColumn,
  buildDocumentsTableName,
  buildIndexName,
  buildListsTableName,
  buildSearchTableName,
  buildWordsTableName,
} from './names.ts'

/** Maximum number of unmerged index segments, the most that SQLite allows: merging is the main cost of a write. */
const SEGMENTS = 16

/**
 * Creates the full-text table of a collection. The domain normalises and splits the words, so that every store and
 * device finds the same documents. SQLite only splits at spaces (its `ascii` tokenizer keeps other letters). The table
 * stores neither text (`content=''`) nor word positions (`detail=none`), because there is no phrase search.
 */
export function createWordsTable(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE VIRTUAL TABLE ${buildWordsTableName(name)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    INSERT INTO ${buildWordsTableName(name)} (${buildWordsTableName(name)}, rank) VALUES ('automerge', ${SEGMENTS});
  `)
}

/** Returns a document's words in the form that the table stores. */
export function formatDocumentWords(collection: Collection, document: StoredDocument): string {
  const found = collection.words?.(document)
  if (found === undefined) return ''
  const { within, words: own } = found
  return [placeWord(within), ...own].join(' ')
}

/** Returns the full-text query; null: nothing can match. Words are only letters and digits, so none is escaped. */
function buildFullTextQuery({ within, any }: WordsQuery): string | null {
  const lists = any
    .filter((searchWords) => searchWords.length > 0)
    .map((searchWords) => searchWords.map(({ word, isWhole }) => `"${word}"${isWhole ? '' : '*'}`).join(' AND '))
  return lists.length === 0 ? null : `"${placeWord(within)}" AND (${lists.map((list) => `(${list})`).join(' OR ')})`
}

/** Returns a word that marks the scope. No text contains this word, because its first character is not a letter. */
function placeWord(within: string): string {
  return `\u{e000}${Buffer.from(within).toString('hex')}`
}

/** Maximum number of cached searches. */
const MAX_KEPT = 4

/**
 * Caches in memory which rows a search by words found, until the search tables change. A page needs them two or three
 * times.
 */
class Hits {
  readonly #db: DatabaseSync
  /** table numbers by collection and search text, the least recently used first */
  readonly #kept = new Map<string, number>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** @param text result of `buildFullTextQuery`. @returns the name of a table with one column, `id` */
  of(collection: string, text: string): string {
    const name = `${collection} ${text}`
    const at = this.#kept.get(name) ?? this.#fill(collection, text)
    this.#kept.delete(name)
    this.#kept.set(name, at)
    return buildHitsTableName(at)
  }

  /** Called when the follower has advanced. */
  forget(): void {
    this.#kept.clear()
  }

  #fill(collection: string, text: string): number {
    const [oldest] = this.#kept
    const at = this.#kept.size < MAX_KEPT ? this.#kept.size : (oldest?.[1] ?? 0)
    if (oldest !== undefined && oldest[1] === at) this.#kept.delete(oldest[0])
    const own = buildWordsTableName(collection)
    this.#db.exec(
      `CREATE TABLE IF NOT EXISTS ${buildHitsTableName(at)} (id INTEGER PRIMARY KEY); DELETE FROM ${buildHitsTableName(at)}`,
    )
    // With too many hits, keeps the documents written last.
    this.#db
      .prepare(
        `INSERT INTO ${buildHitsTableName(at)} SELECT rowid FROM ${own} WHERE ${own} MATCH ? ORDER BY rowid DESC LIMIT ?`,
      )
      .run(text, MAX_SEARCH_HITS)
    return at
  }
}

function buildHitsTableName(at: number): string {
  return `temp."hits_${at}"`
}

/** Maximum number of cached statements; the filters of one screen need a few dozen. */
const MAX_STATEMENTS = 200

export class SqliteSearch {
  readonly #db: DatabaseSync
  readonly #bodies: BodyCodec
  readonly #hits: Hits
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync, bodies: BodyCodec) {
    this.#db = db
    this.#bodies = bodies
    this.#hits = new Hits(db)
  }

  /** Parses a document or summary. @param body value of `pickBodyColumn` */
  given(body: string, summaries: boolean | undefined): StoredDocument {
    return summaries === true ? (JSON.parse(body) as StoredDocument) : this.#bodies.decode(body)
  }

  /** Clears the cached hits. Called when the follower has advanced. */
  forget(): void {
    this.#hits.forget()
  }

  query(query: Query): readonly DocumentEntry[] {
    const { collection, order, limit, offset = 0 } = query
    const { sql, values } = buildWhereClause(query, this.#hits)
    const direction = order?.descending === true ? 'DESC' : 'ASC'
    const by = order === undefined ? '' : `${quoteFieldColumn(order.field)} ${direction}, `
    const sync = this.prepare(
      `SELECT key, ${pickBodyColumn(query)} AS body FROM ${buildSearchTableName(collection)}${buildPlanHint(query, order?.field)} WHERE ${sql} ORDER BY ${by}key ${direction} LIMIT ? OFFSET ?`,
    )
    return sync.all(...values, limit, offset).map((row) => {
      return { key: String(row['key']), document: this.given(String(row['body']), query.summaries) }
    })
  }

  count({ max, ...query }: CountQuery): number {
    const { sql, values } = buildWhereClause(query, this.#hits)
    const from = `FROM ${buildSearchTableName(query.collection)}${buildPlanHint(query, query.range?.field)} WHERE ${sql}`
    const counted = max === undefined ? from : `FROM (SELECT 1 ${from} LIMIT ?)`
    const row = this.prepare(`SELECT count(*) AS total ${counted}`).get(...values, ...(max === undefined ? [] : [max]))
    return Number(row?.['total'])
  }

  prepare(sql: string): StatementSync {
    const knownStatement = this.#statements.get(sql)
    if (knownStatement !== undefined) return knownStatement
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/**
 * Returns the clause with the index for exactly these filters and this order, or an empty text. SQLite has no
 * statistics and would choose another index.
 * @param last field of the order or range
 */
function buildPlanHint(
  { collection, where = {}, containsAny, keyPrefix }: Omit<Query, 'limit'>,
  last: string | undefined,
): string {
  const equal = Object.keys(where)
  if (last === undefined || equal.length === 0 || containsAny !== undefined || keyPrefix !== undefined) return ''
  const { indexes, whole = [] } = requireCollection(collection)
  const found = [...indexes, ...whole].find(
    (fields) =>
      fields.at(-1) === last &&
      fields.length === equal.length + 1 &&
      fields.slice(0, -1).every((field) => equal.includes(field)),
  )
  return found === undefined ? '' : ` INDEXED BY ${buildIndexName(collection, found)}`
}

/** Column with a row's content. The search table of a projected collection has no body, so it is read from `docs_X`. */
export function pickBodyColumn({ collection, summaries }: Pick<Query, 'collection' | 'summaries'>): string {
  if (summaries === true) return 'summary'
  const [row, document] = [buildSearchTableName(collection), buildDocumentsTableName(collection)]
  return row === document ? 'body' : `(SELECT d.body FROM ${document} d WHERE d.id = ${row}.id)`
}

type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] }

function buildWhereClause(query: Omit<Query, 'limit' | 'offset'>, fullTextHits: Hits): Condition {
  const collection = requireCollection(query.collection)
  checkQuery(collection, query)
  const { where = {}, range, keyPrefix, order, after, containsAny, words: wordsQuery } = query
  const parts = ['1']
  const values: SQLInputValue[] = []
  const add = (sql: string, ...more: readonly SQLInputValue[]): void => {
    parts.push(sql)
    values.push(...more)
  }
  for (const [field, value] of Object.entries(where)) {
    if (typeof value === 'object')
      add(`${quoteFieldColumn(field)} IN (${value.map(() => '?').join(', ')})`, ...value.map(toIndexText))
    else add(`${quoteFieldColumn(field)} = ?`, toIndexValue(value))
  }
  if (keyPrefix !== undefined) {
    const within = 'key >= ? AND key < ?'
    const [row, document] = [buildSearchTableName(query.collection), buildDocumentsTableName(query.collection)]
    // `rows_X` has no index by key, but `docs_X` has.
    const found = row === document ? within : `id IN (SELECT id FROM ${document} WHERE ${within})`
    add(found, keyPrefix, `${keyPrefix}\u{10ffff}`)
  }
  if (range !== undefined) {
    add(`typeof(${quoteFieldColumn(range.field)}) = 'text'`)
    if (range.from !== undefined) add(`${quoteFieldColumn(range.field)} >= ?`, toIndexText(range.from))
    if (range.to !== undefined) add(`${quoteFieldColumn(range.field)} <= ?`, toIndexText(range.to))
  }
  if (order !== undefined) add(`${quoteFieldColumn(order.field)} IS NOT NULL`)
  // The first condition lets the index start at the page; the second compares keys of documents with the same value.
  if (order !== undefined && after !== undefined) {
    const [field, sign] = [quoteFieldColumn(order.field), order.descending ? '<' : '>']
    const value = toIndexValue(after.value)
    add(`${field} ${sign}= ? AND (${field} ${sign} ? OR key ${sign} ?)`, value, value, after.key)
  }
  if (containsAny !== undefined) {
    const marks = containsAny.values.map(() => '?').join(', ')
    const field = collection.arrays.indexOf(containsAny.field)
    const ids = `SELECT id FROM ${buildListsTableName(query.collection)} WHERE field = ${field} AND value IN (${marks})`
    add(`id IN (${ids})`, ...containsAny.values.map(toIndexText))
  }
  if (wordsQuery !== undefined) {
    // If nothing can match, adds a condition that is always false. With a constant, SQLite would not use the named
    // index.
    const text = buildFullTextQuery(wordsQuery)
    if (text === null) add("typeof(key) = 'null'")
    else add(`id IN (SELECT id FROM ${fullTextHits.of(query.collection, text)})`)
  }
  return { sql: parts.join(' AND '), values }
}
