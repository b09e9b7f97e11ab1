import { AUDIT_DETAILS, type AuditEntry } from '#domain/audit/index.ts'
import { type Key, type StoredDocument, type Write, wrapFoundDocuments } from '#domain/store/index.ts'
import { listFollowedFields } from '#core/collection.ts'
import { requireCollection, type CollectionName } from '#core/collections.ts'
import { deepFreeze } from '#core/deep-freeze.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { extractIndexValues, checkChangesQuery, toIndexText, type ExtractedIndexValues } from '#core/indexing.ts'
import { castQueryResults, type Store, type Changes, type ChangesQuery } from '#core/ports.ts'
import { countRows, queryRows } from '#core/rows/query-rows.ts'
import { pickDocumentOrSummary, type IndexedRow } from '#core/rows/row.ts'
import { runUnit } from '#core/run-unit.ts'

/**
 * Store in memory, for tests and the simulator, without timers or threads. Documents pass through JSON as in real
 * stores, and are frozen.
 */
export function openMemoryStore(era = 'memory'): Store {
  const tables = new Map<CollectionName, MemoryTable>()
  let seq = 0

  function table(name: CollectionName): MemoryTable {
    const existing = tables.get(name)
    if (existing !== undefined) return existing
    const created: MemoryTable = { rows: new Map(), left: new Map() }
    tables.set(name, created)
    return created
  }

  function tableNamed(name: string): MemoryTable {
    requireCollection(name)
    return table(name as CollectionName)
  }

  function read(key: Key): StoredDocument | undefined {
    return table(readCollectionName(key)).rows.get(key)?.document
  }

  function apply(key: Key, document: StoredDocument | undefined): void {
    const name = readCollectionName(key)
    const { rows, left } = table(name)
    const before = rows.get(key)
    if (before === undefined && document === undefined) return
    seq += 1
    const row = document && { key, seq, document, extracted: extractIndexValues(requireCollection(name), document) }
    for (const field of listFollowedFields(requireCollection(name))) {
      const now = scopeValues(name, field, row?.extracted)
      for (const value of scopeValues(name, field, before?.extracted)) {
        if (!now.includes(value)) left.set(JSON.stringify([field, value, key]), { key, seq, field, value })
      }
      for (const value of now) left.delete(JSON.stringify([field, value, key]))
    }
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }

  return {
    eras: [{ id: era, from: 0 }],
    getMany: async (keys) => wrapFoundDocuments(new Map(keys.map((key) => [key, read(key)]))),
    get: async <T extends StoredDocument>(key: Key<T>) => read(key) as T | undefined,
    ...castQueryResults({
      query: async (query) => queryRows(tableNamed(query.collection).rows.values(), query),
      changes: async (query) => memoryChanges(tableNamed(query.collection), query),
    }),
    count: async (query) => countRows(tableNamed(query.collection).rows.values(), query),
    commit: async (unit) => {
      const { result, writes } = runUnit(unit, read)
      // Everything that can throw runs before the first write.
      checkDetailNames(writes)
      const ready = writes.map((write) => ({ key: checked(write.key), document: copied(write) }))
      for (const { key, document } of ready) apply(key, document)
      return result
    },
    close: async () => {},
  }
}

/** The log shows details by name, so a detail without one is a mistake. Types alone miss names from variables. */
function checkDetailNames(writes: readonly Write[]): void {
  const entries = writes.filter((write) => write.kind === 'set' && readCollectionName(write.key) === 'audit')
  const names = entries.flatMap((write) =>
    Object.keys(((write as { document: object }).document as AuditEntry).details),
  )
  const unknown = names.filter((name) => !(AUDIT_DETAILS as readonly string[]).includes(name))
  if (unknown.length > 0) throw new Error(`Details of audit entries without a name: ${unknown.join(', ')}`)
}

function checked(key: Key): Key {
  readCollectionName(key)
  return key
}

function copied(write: Write): StoredDocument | undefined {
  return write.kind === 'set' ? deepFreeze(JSON.parse(JSON.stringify(write.document)) as StoredDocument) : undefined
}

function memoryChanges(table: MemoryTable, query: ChangesQuery): Changes {
  checkChangesQuery(requireCollection(query.collection), query, listFollowedFields)
  const wanted = new Set(query.values.map(toIndexText))
  const inside = [...table.rows.values()].filter((row) =>
    scopeValues(query.collection, query.field, row.extracted).some((value) => wanted.has(value)),
  )
  const present = new Set(inside.map((row) => row.key))
  const gone = new Map<string, { key: string; seq: number; document: undefined }>()
  for (const { key, seq, field, value } of table.left.values()) {
    if (field !== query.field || !wanted.has(value) || present.has(key)) continue
    gone.set(key, { key, seq: Math.max(seq, gone.get(key)?.seq ?? 0), document: undefined })
  }
  const all = [...inside, ...gone.values()].filter((item) => item.seq > query.after).sort((a, b) => a.seq - b.seq)
  const page = all.slice(0, query.limit)
  return {
    entries: page.map((item) => ({
      key: item.key,
      document: item.document === undefined ? undefined : pickDocumentOrSummary(item, query.summaries),
    })),
    position: page.at(-1)?.seq ?? query.after,
    more: all.length > page.length,
  }
}

/** @property seq sequence number of the last write */
type MemoryRow = IndexedRow & { readonly seq: number }

/** Records that a document has left a scope, by change or deletion. */
type Left = { readonly key: Key; readonly seq: number; readonly field: string; readonly value: string }

type MemoryTable = { readonly rows: Map<Key, MemoryRow>; readonly left: Map<string, Left> }

/** Values of a followed field, by which `changes` finds a document. */
function scopeValues(name: string, field: string, extracted: ExtractedIndexValues | undefined): readonly string[] {
  if (extracted === undefined) return []
  const collection = requireCollection(name)
  const list = extracted.arrays[collection.arrays.indexOf(field)]
  if (list !== undefined) return list
  const value = extracted.scalars[collection.scalars.indexOf(field)]
  return typeof value === 'string' ? [value] : []
}
