import type { DatabaseSync } from 'node:sqlite'
import {
  extractAnswerFacts,
  createLocalClock,
  addAnswerToSegment,
  buildSegmentName,
  removeAnswerFromSegment,
  type ColumnPart,
  type PartName,
  type SegmentParts,
} from '#domain/statistics/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { addAnswerDefaults } from '#core/collections.ts'
import { getOrCreateStatisticsTables, type TrackedForm, type StatisticsTables } from './tables.ts'

/** Maximum number of parts in memory, some 20 MB. With more, they are written. */
const MAX_PARTS = 4_000

type OpenSegment = SegmentParts & {
  readonly id: number
  readonly parts: Map<PartName, ColumnPart>
  readonly form: string
}

/** Adds answers to the segments of their form, or removes them. Changes are in memory until `flush` writes them. */
export class StatisticsWriter {
  readonly #tables: StatisticsTables
  readonly #open = new Map<string, OpenSegment>()
  #parts = 0

  constructor(db: DatabaseSync) {
    this.#tables = getOrCreateStatisticsTables(db)
  }

  put(id: number, { form, timeZone }: TrackedForm, document: StoredDocument): void {
    const facts = extractAnswerFacts(addAnswerDefaults(document))
    const local = createLocalClock(timeZone)(facts.created)
    addAnswerToSegment(this.#segment(form, buildSegmentName(facts, local)), id, facts, local)
    this.#bound()
  }

  takeOut(id: number, { form, timeZone }: TrackedForm, document: StoredDocument): void {
    const facts = extractAnswerFacts(addAnswerDefaults(document))
    const local = createLocalClock(timeZone)(facts.created)
    removeAnswerFromSegment(this.#segment(form, buildSegmentName(facts, local)), id, facts)
    this.#bound()
  }

  flush(): void {
    for (const { id, parts, form } of this.#open.values()) {
      for (const [name, part] of parts) this.#tables.store(this.#tables.partIdFor(form, name), id, part)
      this.#tables.makeStale(id)
    }
    this.#close()
  }

  /** Called when the transaction is rolled back. */
  drop(): void {
    this.#close()
    this.#tables.forget()
  }

  #close(): void {
    this.#open.clear()
    this.#parts = 0
  }

  #bound(): void {
    if (this.#parts > MAX_PARTS) this.flush()
  }

  #segment(form: string, name: string): SegmentParts {
    const key = `${form} ${name}`
    const knownSegment = this.#open.get(key)
    if (knownSegment !== undefined) return knownSegment
    const id = this.#tables.segmentIdFor(form, name)
    const parts = new Map<PartName, ColumnPart>()
    const part = (partName: PartName): ColumnPart => {
      const open = parts.get(partName)
      if (open !== undefined) return open
      const loaded = this.#tables.load(this.#tables.partIdFor(form, partName), id)
      parts.set(partName, loaded)
      this.#parts += 1
      return loaded
    }
    const segment = { id, parts, form, part }
    this.#open.set(key, segment)
    return segment
  }
}
