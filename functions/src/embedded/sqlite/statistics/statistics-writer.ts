import type { DatabaseSync } from 'node:sqlite'
import { factsOf, localClock } from '#domain/statistics/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { wholeAnswer } from '#core/collections.ts'
import type { Part } from '#core/counting/part.ts'
import { putAnswer, segmentOf, takeAnswerOut, type PartName, type SegmentParts } from '#core/counting/segment.ts'
import { statisticsTables, type KeptForm, type StatisticsTables } from './tables.ts'

/** Parts that one step has in memory before it writes them: some 20 MB. */
const MOST_PARTS = 4_000

type OpenPart = { readonly part: Part; readonly name: PartName; readonly id: number; readonly segment: number }

/** Puts answers into the segments of their form, and takes them out; what it changes is written by `flush`, in the same transaction. */
export class StatisticsWriter {
  readonly #tables: StatisticsTables
  readonly #open = new Map<string, OpenPart>()

  constructor(db: DatabaseSync) {
    this.#tables = statisticsTables(db)
  }

  put(id: number, { form, timeZone }: KeptForm, document: StoredDocument): void {
    const facts = factsOf(wholeAnswer(document))
    const local = localClock(timeZone)(facts.created)
    putAnswer(this.#segment(form, segmentOf(facts, local)), id, facts, local)
    this.#bound()
  }

  takeOut(id: number, { form, timeZone }: KeptForm, document: StoredDocument): void {
    const facts = factsOf(wholeAnswer(document))
    const local = localClock(timeZone)(facts.created)
    takeAnswerOut(this.#segment(form, segmentOf(facts, local)), id, facts)
    this.#bound()
  }

  flush(): void {
    for (const { part, name, id, segment } of this.#open.values()) this.#tables.store(id, segment, name, part)
    this.#open.clear()
  }

  /** The transaction is rolled back. */
  drop(): void {
    this.#open.clear()
    this.#tables.forget()
  }

  #bound(): void {
    if (this.#open.size > MOST_PARTS) this.flush()
  }

  #segment(form: string, name: string): SegmentParts {
    const segment = this.#tables.segmentIdFor(form, name)
    return {
      part: (partName) => {
        const key = `${form} ${partName} ${segment}`
        const known = this.#open.get(key)
        if (known !== undefined) return known.part
        const id = this.#tables.partIdFor(form, partName)
        const part = this.#tables.load(id, segment)
        this.#open.set(key, { part, name: partName, id, segment })
        return part
      },
    }
  }
}
