import { followedIn } from '../collection.ts'
import { collectionNamed } from '../collections.ts'
import { checkChanges, indexText } from '../indexing.ts'
import type { Changes, ChangesQuery } from '../ports.ts'
import { givenOf } from '../rows/row.ts'
import { scopeValues, type MemoryTable } from './memory-table.ts'

export function memoryChanges(table: MemoryTable, query: ChangesQuery): Changes {
  checkChanges(collectionNamed(query.collection), query, followedIn)
  const wanted = new Set(query.values.map(indexText))
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
      document: item.document === undefined ? undefined : givenOf(item, query.summaries),
    })),
    position: page.at(-1)?.seq ?? query.after,
    more: all.length > page.length,
  }
}
