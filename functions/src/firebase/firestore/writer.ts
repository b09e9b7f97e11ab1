import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore'
import type { Key } from '#domain/store/index.ts'
import { type Collection, requireCollection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { listFollowedFields } from '#core/collection.ts'
import type { ExtractedIndexValues } from '#core/indexing.ts'
import { type PackedContent, buildPartPaths } from './content.ts'
import {
  CHANGED_AT_FIELD,
  toFirestoreFieldName,
  KEY_FIELD,
  buildExitedScopePath,
  SCOPE_FIELD,
  formatScope,
  SUMMARY_FIELD,
} from './layout.ts'
import { readPackedParts } from './reader.ts'

type DocumentChange = {
  readonly key: Key
  /** undefined: the document is deleted */
  readonly content: PackedContent | undefined
  /** the stored document, read in this transaction */
  readonly before: DocumentSnapshot
}

/** Writes or deletes a document with its parts, and marks the scopes that it has left. */
export function writeDocument(firestore: Firestore, transaction: Transaction, change: DocumentChange): void {
  const { key, content, before } = change
  const head = firestore.doc(key)
  if (content !== undefined) transaction.set(head, buildHeadDocument(key, content))
  else if (before.exists) transaction.delete(head)
  writeParts(firestore, transaction, change)
  if (before.exists) followScopes(firestore, transaction, change)
}

function buildHeadDocument(key: Key, { json, extracted, words, packed }: PackedContent): DocumentData {
  const { scalars, arrays } = requireCollection(readCollectionName(key))
  const fields: DocumentData = { ...words, [KEY_FIELD]: key, [CHANGED_AT_FIELD]: FieldValue.serverTimestamp() }
  scalars.forEach((field, i) => {
    const value = extracted.scalars[i]
    // Omitted instead of null, because an order skips only documents without the field.
    if (value !== null && value !== undefined) fields[toFirestoreFieldName(field)] = value
  })
  arrays.forEach((field, i) => {
    fields[toFirestoreFieldName(field)] = extracted.arrays[i] ?? []
  })
  if (extracted.summary !== undefined) fields[SUMMARY_FIELD] = extracted.summary
  if (packed === undefined) fields['body'] = json
  else fields['packed'] = { hash: packed.hash, parts: packed.parts.length }
  return fields
}

function writeParts(firestore: Firestore, transaction: Transaction, { key, content, before }: DocumentChange): void {
  const old = readPackedParts(before)
  const packed = content?.packed
  if (old?.hash === packed?.hash) return
  if (old !== undefined) for (const path of buildPartPaths(key, old)) transaction.delete(firestore.doc(path))
  if (packed === undefined) return
  const paths = buildPartPaths(key, { hash: packed.hash, parts: packed.parts.length })
  paths.forEach((path, i) => transaction.set(firestore.doc(path), { bytes: packed.parts[i] }))
}

function followScopes(firestore: Firestore, transaction: Transaction, { key, content, before }: DocumentChange): void {
  const name = readCollectionName(key)
  const collection = requireCollection(name)
  for (const field of listFollowedFields(collection)) {
    const was = readStoredScopes(before, field)
    const now = content === undefined ? [] : listScopes(collection, field, content.extracted)
    for (const value of was.filter((item) => !now.includes(item))) {
      const marker = {
        [SCOPE_FIELD]: formatScope(field, value),
        [KEY_FIELD]: key,
        [CHANGED_AT_FIELD]: FieldValue.serverTimestamp(),
      }
      transaction.set(firestore.doc(buildExitedScopePath(name, field, value, key)), marker)
    }
    // A document created again after a deletion keeps old markers, so readers check whether the document exists.
    for (const value of now.filter((item) => !was.includes(item)))
      transaction.delete(firestore.doc(buildExitedScopePath(name, field, value, key)))
  }
}

/** @returns the values of a followed field of a stored document */
export function readStoredScopes(head: DocumentSnapshot, field: string): readonly string[] {
  const value: unknown = head.get(toFirestoreFieldName(field))
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')
}

function listScopes(
  { scalars, arrays }: Collection,
  field: string,
  extracted: ExtractedIndexValues,
): readonly string[] {
  const list = extracted.arrays[arrays.indexOf(field)]
  if (list !== undefined) return list
  const value = extracted.scalars[scalars.indexOf(field)]
  return typeof value === 'string' ? [value] : []
}
