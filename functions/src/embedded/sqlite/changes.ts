import type { Key, StoredDocument } from '#domain/store/index.ts'
import { collectionNamed } from '#core/collections.ts'
import { checkChanges, indexText } from '#core/indexing.ts'
import type { Changes, ChangesQuery } from '#core/ports.ts'
import { column, docs, left, lists, rows } from './names.ts'
import { bodyColumn, type Search } from './search.ts'

/** One event of the scope: a document that is in it, or one that has left it. */
type Step = { readonly seq: number; readonly key: Key; readonly here: boolean }

/**
 * Merges what is in the scope and what has left it, in the order of change. Each source is read one row beyond the
 * page; past the last row of a source that had more nothing may be reported, or its further rows would be skipped.
 */
export function readChanges(search: Search, query: ChangesQuery): Changes {
  checkChanges(collectionNamed(query.collection), query)
  const values = [...new Set(query.values.map(indexText))]
  const sources = values.flatMap((value) => [presentSteps(search, query, value), leftSteps(search, query, value)])
  const cut = sources.filter((source) => source.length > query.limit)
  const horizon = Math.min(...cut.map((source) => source.at(-1)?.seq ?? Infinity))
  const steps = sources
    .flat()
    .filter((step) => step.seq <= horizon)
    .sort(inOrder)

  const entries = new Map<Key, StoredDocument | undefined>()
  let position = query.after
  for (const step of steps) {
    // A document that left one value of the scope and has another is reported at its present place in the order.
    if (step.here || !isPresent(search, query, values, step.key)) {
      if (entries.size >= query.limit && !entries.has(step.key))
        return { entries: listed(entries), position, more: true }
      entries.set(step.key, step.here ? documentAt(search, query, step.seq) : undefined)
    }
    position = step.seq
  }
  return { entries: listed(entries), position, more: cut.length > 0 }
}

/** One write may take a document from one value of the scope to another: it is given before the position passes it. */
function inOrder(a: Step, b: Step): number {
  return a.seq - b.seq || Number(b.here) - Number(a.here)
}

function listed(entries: ReadonlyMap<Key, StoredDocument | undefined>): Changes['entries'] {
  return [...entries].map(([key, document]) => ({ key, document }))
}

function presentSteps(
  search: Search,
  { collection, field, after, limit }: ChangesQuery,
  value: string,
): readonly Step[] {
  const table = rows(collection)
  const array = collectionNamed(collection).arrays.indexOf(field)
  const from =
    array < 0
      ? `SELECT id, key FROM ${table} WHERE ${column(field)} = ? AND id > ? ORDER BY id`
      : `SELECT l.id, d.key FROM ${lists(collection)} l CROSS JOIN ${table} d ON d.id = l.id
       WHERE l.field = ${array} AND l.value = ? AND l.id > ? ORDER BY l.id`
  const found = search.prepare(`${from} LIMIT ?`).all(value, after, limit + 1)
  return found.map((row) => ({ seq: Number(row['id']), key: String(row['key']), here: true }))
}

function leftSteps(search: Search, { collection, field, after, limit }: ChangesQuery, value: string): readonly Step[] {
  const statement = `SELECT seq, key FROM ${left(collection)} WHERE field = ? AND value = ? AND seq > ? ORDER BY seq LIMIT ?`
  const rows = search.prepare(statement).all(field, value, after, limit + 1)
  return rows.map((row) => ({ seq: Number(row['seq']), key: String(row['key']), here: false }))
}

function isPresent(search: Search, { collection, field }: ChangesQuery, values: readonly string[], key: Key): boolean {
  const array = collectionNamed(collection).arrays.indexOf(field)
  const what = array < 0 ? column(field) : 'lists'
  const found = search
    .prepare(
      `SELECT ${what} AS found FROM ${rows(collection)} WHERE id = (SELECT id FROM ${docs(collection)} WHERE key = ?)`,
    )
    .get(key)?.['found']
  if (typeof found !== 'string') return false
  const current = array < 0 ? [found] : ((JSON.parse(found) as readonly (readonly string[])[])[array] ?? [])
  return current.some((value) => values.includes(value))
}

function documentAt(search: Search, query: ChangesQuery, seq: number): StoredDocument | undefined {
  const { collection, summaries } = query
  const body = search.prepare(`SELECT ${bodyColumn(query)} AS body FROM ${rows(collection)} WHERE id = ?`).get(seq)
  return typeof body?.['body'] === 'string' ? search.given(body['body'], summaries) : undefined
}
