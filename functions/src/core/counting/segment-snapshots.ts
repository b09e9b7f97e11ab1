import {
  type StoredParts,
  type StoredStatistics,
  type StoredSums,
  ColumnPart,
  computePartSums,
  type AnswerSums,
  type PartName,
  type SegmentReader,
} from '#domain/statistics/index.ts'
import type { AreaPath, TemplateId } from '#domain/kernel/index.ts'
import { keys, set, type Write } from '#domain/store/index.ts'
import { CatchingUpError, type Store } from '../ports.ts'
import { LruCache } from './least-recent.ts'

/** Documents read per batch. */
const BATCH_SIZE = 60
/** Maximum characters of sums cached in this instance. */
const MAX_CACHED_SUMS_CHARS = 24_000_000
/** Maximum characters of columns cached in this instance. */
const MAX_CACHED_PARTS_CHARS = 48_000_000
/** Maximum attempts when others write while a snapshot is read. */
const MAX_TRIES = 5

export type Segment = {
  readonly name: string
  readonly number: number
  readonly revision: number
  readonly ids: readonly string[]
  readonly sums: Readonly<Record<string, unknown>>
}
export type SegmentSnapshot = {
  readonly form: TemplateId
  readonly kept: StoredStatistics
  readonly segments: readonly Segment[]
}
export type LoadedParts = Map<PartName, ColumnPart>

/** Reads the segments of forms as consistent snapshots. */
export class SegmentSnapshots {
  readonly #store: Pick<Store, 'get' | 'getMany'>
  readonly #sums = new LruCache<string, StoredSums>(MAX_CACHED_SUMS_CHARS)
  readonly #parts = new LruCache<string, StoredParts>(MAX_CACHED_PARTS_CHARS)

  constructor(store: Pick<Store, 'get' | 'getMany'>) {
    this.#store = store
  }

  /** Undefined when nothing is stored for this form. */
  async read(form: TemplateId): Promise<SegmentSnapshot | undefined> {
    for (let time = 0; time < MAX_TRIES; time += 1) {
      const keptStatistics = await this.#store.get(keys.statistics(form))
      if (keptStatistics === undefined) return undefined
      const names = Object.keys(keptStatistics.segments)
      const segments = await this.#sumsOf(form, keptStatistics, names)
      if (segments !== undefined) return { form, kept: keptStatistics, segments }
    }
    throw new CatchingUpError()
  }

  /**
   * Reads the columns of segments as copies that the caller may change. Throws `CatchingUpError` if the segments were
   * written after the snapshot was read.
   */
  async partsOf(form: TemplateId, segments: readonly Segment[]): Promise<readonly LoadedParts[]> {
    const foundParts = await this.#all(this.#parts, segments, ({ number }) => keys.statisticsParts(form, number))
    if (foundParts === undefined) throw new CatchingUpError()
    return foundParts.map(
      ({ parts }) =>
        new Map(
          Object.entries(parts).map(([name, text]) => [name as PartName, ColumnPart.decode(base64ToBytes(text))]),
        ),
    )
  }

  async #sumsOf(
    form: TemplateId,
    { segments }: StoredStatistics,
    names: readonly string[],
  ): Promise<readonly Segment[] | undefined> {
    const wanted = names.map((name) => ({ name, ...(segments[name] as { number: number; revision: number }) }))
    const foundSums = await this.#all(this.#sums, wanted, ({ number }) => keys.statisticsSums(form, number))
    return foundSums?.map(({ ids, sums }, index) => ({ ...(wanted[index] as (typeof wanted)[number]), ids, sums }))
  }

  /** @returns undefined when a document has another revision than its segment */
  async #all<T extends StoredSums | StoredParts, S extends { readonly number: number; readonly revision: number }>(
    knownRecent: LruCache<string, T>,
    segments: readonly S[],
    keyOf: (segment: S) => string,
  ): Promise<readonly T[] | undefined> {
    const found: (T | undefined)[] = segments.map((segment) => {
      const one = knownRecent.get(keyOf(segment))
      return one?.revision === segment.revision ? one : undefined
    })
    const missing = [...found.keys()].filter((index) => found[index] === undefined)
    for (let from = 0; from < missing.length; from += BATCH_SIZE) {
      const places = missing.slice(from, from + BATCH_SIZE)
      const requested = places.map((index) => keyOf(segments[index] as S))
      const read = await this.#store.getMany(requested)
      for (const [index, position] of places.entries()) {
        const key = requested[index] ?? ''
        const document = read.get(key) as T | undefined
        if (document?.revision !== segments[position]?.revision) return undefined
        knownRecent.put(key, document as T, JSON.stringify(document).length)
        found[position] = document
      }
    }
    return found as readonly T[]
  }
}

/** @param parts columns; without them only sums can be read, and `part` throws `ColumnsNeededError` */
export function createSegmentReader({ name, sums }: Segment, parts: LoadedParts | undefined): SegmentReader {
  return {
    at: { day: name.slice(0, 10), area: name.slice(11) as AreaPath },
    answers: sums['#answers'] as AnswerSums,
    sums: (part) => sums[part],
    part: (part) => {
      if (parts === undefined) throw new ColumnsNeededError()
      return parts.get(part)
    },
  }
}
export class ColumnsNeededError extends Error {
  override readonly name = 'ColumnsNeededError'
}

/** The writes of a segment; an empty segment is deleted. */
export function buildSegmentWrites(
  form: TemplateId,
  number: number,
  revision: number,
  { ids, parts }: { readonly ids: readonly string[]; readonly parts: LoadedParts },
): { readonly isEmpty: boolean; readonly writes: readonly Write[]; readonly characters: number } {
  const sums: Record<string, unknown> = {}
  const columns: Record<string, string> = {}
  for (const [name, part] of parts) {
    const sum = computePartSums(name, part)
    if (sum === null) continue
    sums[name] = sum
    columns[name] = encodeBase64(part.encode())
  }
  const [sumsKey, partsKey] = [keys.statisticsSums(form, number), keys.statisticsParts(form, number)]
  if (sums['#answers'] === undefined) {
    const writes = [sumsKey, partsKey].map((key) => ({ kind: 'delete' as const, key }))
    return { isEmpty: true, writes, characters: 0 }
  }
  const documents = [{ revision, ids, sums } satisfies StoredSums, { revision, parts: columns } satisfies StoredParts]
  return {
    isEmpty: false,
    writes: [set(sumsKey, documents[0] as StoredSums), set(partsKey, documents[1] as StoredParts)],
    characters: JSON.stringify(documents).length,
  }
}

/** Bytes converted per call, because a function takes a limited number of arguments. */
const CHUNK = 8_192

function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += CHUNK)
    text += String.fromCharCode(...bytes.subarray(index, index + CHUNK))
  return btoa(text)
}

function base64ToBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
