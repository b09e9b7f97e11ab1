import type { Key } from '#domain/store/index.ts'
import { collectionNamed } from '../collections.ts'
import type { Extracted } from '../indexing.ts'
import type { Row } from '../rows/row.ts'

/** @property seq when it was written last */
export type MemoryRow = Row & { readonly seq: number }

/** A document that once was in a scope: when it left, by change or by deletion. */
export type Left = { readonly key: Key; readonly seq: number; readonly field: string; readonly value: string }

export type MemoryTable = { readonly rows: Map<Key, MemoryRow>; readonly left: Map<string, Left> }

/** The values by which `changes` finds a document in a followed field. */
export function scopeValues(name: string, field: string, extracted: Extracted | undefined): readonly string[] {
  if (extracted === undefined) return []
  const collection = collectionNamed(name)
  const list = extracted.arrays[collection.arrays.indexOf(field)]
  if (list !== undefined) return list
  const value = extracted.scalars[collection.scalars.indexOf(field)]
  return typeof value === 'string' ? [value] : []
}
