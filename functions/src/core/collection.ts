import type { Answer } from '#domain/answers/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'

/** Declares how documents of a collection are searched, and how a store may keep them. */
export type Collection = {
  /** dotted paths of texts, numbers and booleans; for `where`, `range` and `order` */
  readonly scalars: readonly string[]
  /** dotted paths of lists of texts; for `containsAny` */
  readonly arrays: readonly string[]
  /** the fields that `changes` can follow */
  readonly followed: readonly string[]
  /**
   * fields of each index: equality filters first, the range or order last. Filters on other scalars are applied to the
   * results. A leading list field serves `containsAny`.
   */
  readonly indexes: readonly (readonly string[])[]
  /** extra indexes for SQLite, which cannot merge indexes; Firestore merges those of `indexes` */
  readonly whole?: readonly (readonly string[])[]
  /** fields never filtered together with an order, so that no composite index is needed */
  readonly alone?: readonly string[]
  /** fields used only for ascending order: one index in the cloud instead of three */
  readonly forward?: readonly string[]
  /** fields used in ranges or orders in ascending direction only; the cloud keeps no descending index */
  readonly ascending?: readonly string[]
  /** searchable fields computed from a document and its `summary`, not stored in the document */
  readonly derived?: (document: StoredDocument, summary: StoredDocument | undefined) => StoredDocument
  /** search fields may be written after the commit, from the log; needed for `words` */
  readonly projected?: boolean
  /** read far more often than written: a store may cache the parsed document and return the same frozen object */
  readonly kept: boolean
  /** fields that lists show, stored beside the document so that lists never read whole documents */
  readonly summary?: (document: StoredDocument) => StoredDocument
  /** field that names the form of an answer, for statistics */
  readonly counted?: string
  /** words by which a document is found, and the scope of the search */
  readonly words?: (document: StoredDocument) => { readonly within: string; readonly words: readonly string[] }
  /** written once, never changed or deleted, so that other documents may refer to it */
  readonly lasting?: boolean
  /** key of a similar document in a lasting collection; a store may store only the difference (delta encoding) */
  readonly resembles?: (document: StoredDocument) => Key | undefined
  /** field of this document that resembles the similar document, if only a part does */
  readonly within?: string
}

/** A collection that is read by key only. */
export const PLAIN_COLLECTION: Collection = { scalars: [], arrays: [], followed: [], indexes: [], kept: false }
export const DOOR_COLLECTION: Collection = {
  ...PLAIN_COLLECTION,
  scalars: ['form'],
  followed: ['form'],
  alone: ['form'],
}
export const CACHED_COLLECTION: Collection = { ...PLAIN_COLLECTION, kept: true }

/** Declares fields by which documents are looked up, or listed in ascending order, each with its own index. */
export function declareLookupFields(...fields: readonly string[]) {
  return { scalars: fields, indexes: fields.map((field) => [field]), ascending: fields }
}

/** Expiring documents, found by their expiry. */
export const EXPIRING_COLLECTION = { ...PLAIN_COLLECTION, ...declareLookupFields('expiresAt') }

/** Key of the template version that an answer resembles; undefined for an answer without a valid version. */
export function buildTemplateVersionKey({ idPlantilla, templateVersion }: StoredDocument): Key | undefined {
  const template = templateIdSchema.safeParse(idPlantilla)
  return template.success && Number.isSafeInteger(templateVersion)
    ? keys.templateVersion(template.data, Number(templateVersion))
    : undefined
}

/**
 * Fields that `changes` can follow. Includes the form of answers, which the statistics of all stores except SQLite
 * follow.
 */
export function listFollowedFields({ followed, counted }: Collection): readonly string[] {
  return counted === undefined ? followed : [...followed, counted]
}

/** Adds defaults for fields that documents of earlier releases lack. */
export function addAnswerDefaults(document: StoredDocument): Answer {
  const answer = {
    conflicts: [],
    requestsForChanges: [],
    firstName: '',
    lastName: '',
    creadoPor: '',
    ...document,
  } as unknown as Answer
  return answer.estados === undefined
    ? answer
    : {
        ...answer,
        estados: {
          ...answer.estados,
          disponibles: (answer.estados as Partial<typeof answer.estados>).disponibles ?? [],
        },
      }
}
