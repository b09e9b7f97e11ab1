import {
  type StoredStatistics,
  NO_STATISTICS_FILTER,
  createEmptyTotals,
  STATISTICS_VERSION,
  WholeFormWriter,
  type AnswerPredicateFactory,
  needsColumns,
  type CountOptions,
  type ColumnPart,
  type PartName,
  type SegmentReader,
  type Totals,
} from '#domain/statistics/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { keys, set, type Key, type Write } from '#domain/store/index.ts'
import { CatchingUpError, type Store } from '../ports.ts'
import type { Aggregates, MatchingAnswers, AnswerVisibility, StatisticsRequest } from '../statistics-port.ts'
import { createMatchingAnswers } from './chosen.ts'
import {
  ColumnsNeededError,
  SegmentSnapshots,
  createSegmentReader,
  type LoadedParts,
  type Segment,
  type SegmentSnapshot,
} from './segment-snapshots.ts'
import { ANSWER_KEY_PREFIX, applyChanges } from './apply-changes.ts'
import { selectInSegment, type SegmentSelection } from './narrow.ts'
import {
  ANSWERS_COLLECTION,
  addSelectedCounts,
  forEachChosenAnswer,
  LAST_USE_INTERVAL_MS,
  EMPTY_COUNT_OPTIONS,
  listVersionsInSegment,
  type SegmentMask,
} from './count-segment.ts'

/** Maximum time that one request spends counting, in milliseconds; then the reader gets the progress. */
const MAX_WAITED = 4_000
/** Maximum changes per commit, reduced while their writes exceed `MAX_CHARACTERS`. */
const MAX_CHANGES = 200
const MAX_CHARACTERS = 4_000_000
/** Segments deleted per commit. */
const MAX_REMOVED = 100
/** Maximum attempts when others write during a read. */
const MAX_TRIES = 3
/** Segments whose columns are read together. */
const BATCH_SIZE = 40

type AggregateStore = Pick<Store, 'get' | 'getMany' | 'query' | 'count' | 'changes' | 'commit'>
type SegmentNarrowing = Pick<StatisticsRequest, 'sees' | 'filter'> & { readonly among?: StatisticsRequest['among'] }

/**
 * Aggregates stored as documents, for stores without a change log of their own. Each read first adds new changes, in
 * commits that keep all sums consistent.
 */
export class StoredAggregates implements Aggregates {
  readonly #store: AggregateStore
  readonly #segments: SegmentSnapshots

  constructor(store: AggregateStore) {
    this.#store = store
    this.#segments = new SegmentSnapshots(store)
  }

  async open(form: TemplateId, timeZone: string, now: () => number): Promise<number> {
    const until = now() + MAX_WAITED
    await this.#noteLook(form, timeZone, now())
    do if (!(await this.#step(form))) return 100
    while (now() < until)
    const snapshot = await this.#segments.read(form)
    const counted =
      snapshot?.segments.reduce((sum, segment) => sum + createSegmentReader(segment, undefined).answers.n, 0) ?? 0
    const all = await this.#store.count({ collection: ANSWERS_COLLECTION, where: { idPlantilla: form } })
    return Math.min(99, Math.floor((100 * counted) / Math.max(1, all)))
  }

  versions(form: TemplateId, sees: AnswerVisibility): Promise<readonly number[]> {
    return this.#ofOneMoment(form, async (snapshot) => {
      const found = new Set<number>()
      await this.#each(snapshot, { sees, filter: NO_STATISTICS_FILTER }, EMPTY_COUNT_OPTIONS, (reader, _, mask) => {
        for (const version of listVersionsInSegment(reader, mask)) found.add(version)
      })
      return [...found]
    })
  }

  read(request: StatisticsRequest): Promise<{ readonly all: Totals; readonly found: Totals }> {
    const { form, sees } = request
    return this.#ofOneMoment(form, async (snapshot) => {
      const [all, found] = [createEmptyTotals(), createEmptyTotals()]
      await this.#each(snapshot, { sees, filter: NO_STATISTICS_FILTER }, EMPTY_COUNT_OPTIONS, (reader, _, mask) =>
        addSelectedCounts(all, reader, mask, EMPTY_COUNT_OPTIONS),
      )
      await this.#each(snapshot, request, request, (reader, _, mask) => addSelectedCounts(found, reader, mask, request))
      return { all, found }
    })
  }

  whole(
    { form, sees, signal }: Pick<StatisticsRequest, 'form' | 'sees' | 'signal'>,
    max: number,
  ): Promise<Map<PartName, ColumnPart> | undefined> {
    return this.#ofOneMoment(form, async (snapshot) => {
      const writer = new WholeFormWriter()
      const counted = snapshot?.segments.map((segment) => createSegmentReader(segment, undefined).answers.n) ?? []
      if (counted.reduce((sum, n) => sum + n, 0) > max) return undefined
      const wanted = { sees, filter: NO_STATISTICS_FILTER, signal }
      await this.#each(snapshot, wanted, 'columns', ({ at }, _, mask, parts) => {
        const places = mask === 'all' ? parts?.get('#answers')?.bits('b:live') : mask
        if (parts !== undefined && at !== undefined && places !== undefined) writer.add(parts, at, places)
      })
      return writer.whole
    })
  }

  chosen(request: Omit<StatisticsRequest, 'measures' | 'sections'>): Promise<MatchingAnswers> {
    return this.#ofOneMoment(request.form, async (snapshot) => {
      const [moments, found]: [number[], Key[]] = [[], []]
      await this.#each(snapshot, request, 'columns', (reader, { ids }, mask) =>
        forEachChosenAnswer(reader, mask, request, (place, moment) => {
          moments.push(moment)
          found.push(`${ANSWER_KEY_PREFIX}${ids[place]}`)
        }),
      )
      return createMatchingAnswers(moments, (index) => found[index])
    })
  }

  async forget(before: number): Promise<number> {
    let deletedCount = 0
    for (const { form, kept } of await this.#forms())
      if (kept.opened < before) {
        await this.drop(form)
        deletedCount += 1
      }
    return deletedCount
  }

  async drop(form: TemplateId): Promise<void> {
    for (;;) {
      const keptStatistics = await this.#store.get(keys.statistics(form))
      if (keptStatistics === undefined) return
      const left = Object.entries(keptStatistics.segments).slice(MAX_REMOVED)
      // A concurrent read starts again, because the revision has changed.
      const rest = { ...keptStatistics, position: 0, isReady: false, segments: Object.fromEntries(left) }
      await this.#replace(form, keptStatistics, left.length === 0 ? undefined : rest)
    }
  }

  async forms(): Promise<readonly { readonly form: TemplateId; readonly timeZone: string }[]> {
    const found = await this.#forms()
    return found.flatMap(({ form, kept: { timeZone, version, isReady } }) =>
      isReady && version === STATISTICS_VERSION ? [{ form, timeZone }] : [],
    )
  }

  async #forms(): Promise<readonly { readonly form: TemplateId; readonly kept: StoredStatistics }[]> {
    const entries = await this.#store.query({ collection: 'estadisticas', limit: 10_000 })
    return entries.map(({ key, document }) => ({ form: key.split('/')[1] as TemplateId, kept: document }))
  }

  /**
   * Records that the statistics are used. Starts counting again if the time zone (which changes days and hours) or the
   * statistics version differs.
   */
  async #noteLook(form: TemplateId, timeZone: string, opened: number): Promise<void> {
    const keptStatistics = await this.#store.get(keys.statistics(form))
    const isOfNow = keptStatistics?.timeZone === timeZone && keptStatistics.version === STATISTICS_VERSION
    if (isOfNow && keptStatistics.opened > opened - LAST_USE_INTERVAL_MS) return
    if (isOfNow) await this.#replace(form, keptStatistics, { ...keptStatistics, opened })
    else {
      if (keptStatistics !== undefined) await this.drop(form)
      await this.#replace(form, undefined, {
        version: STATISTICS_VERSION,
        timeZone,
        opened,
        position: 0,
        isReady: false,
        revision: 0,
        // Segment numbers start at the current time, so that no cache has an old segment with the same number.
        next: opened,
        segments: {},
      })
    }
  }

  /** Replaces the document if it is unchanged, and deletes the segments that it no longer names. */
  #replace(
    form: TemplateId,
    keptStatistics: StoredStatistics | undefined,
    next: StoredStatistics | undefined,
    writes: readonly Write[] = [],
  ): Promise<boolean> {
    const key = keys.statistics(form)
    const left = Object.entries(keptStatistics?.segments ?? {}).filter(([name]) => next?.segments[name] === undefined)
    const removedWrites = left.flatMap(([, { number }]) =>
      [keys.statisticsSums(form, number), keys.statisticsParts(form, number)].map((eachKey): Write => ({
        kind: 'delete',
        key: eachKey,
      })),
    )
    const revision = (keptStatistics?.revision ?? 0) + 1
    return this.#store.commit({
      keysFor: () => [key],
      decide: (documents) => {
        if (documents.get(key)?.revision !== keptStatistics?.revision) return { result: false, writes: [] }
        const ownWrite: Write = next === undefined ? { kind: 'delete', key } : set(key, { ...next, revision })
        return { result: true, writes: [ownWrite, ...writes, ...removedWrites] }
      },
    })
  }

  /** Adds a batch of changes. @returns whether there may be more */
  async #step(form: TemplateId): Promise<boolean> {
    for (let limit = MAX_CHANGES; ; limit = Math.ceil(limit / 4)) {
      const keptStatistics = await this.#store.get(keys.statistics(form))
      if (keptStatistics === undefined) return false
      // An instance with another statistics version is counting this form.
      if (keptStatistics.version !== STATISTICS_VERSION) throw new CatchingUpError()
      const found = await this.#store.changes({
        collection: ANSWERS_COLLECTION,
        field: 'idPlantilla',
        values: [form],
        after: keptStatistics.position,
        limit,
      })
      if (found.entries.length === 0) {
        // Written only once; later reads without changes write nothing.
        if (!keptStatistics.isReady) await this.#replace(form, keptStatistics, { ...keptStatistics, isReady: true })
        return false
      }
      const snapshot = await this.#segments.read(form)
      if (snapshot === undefined || snapshot.kept.revision !== keptStatistics.revision) continue
      const { next, writes, characters } = await applyChanges(this.#segments, snapshot, found)
      if (characters > MAX_CHARACTERS && limit > 1) continue
      await this.#replace(form, keptStatistics, { ...next, isReady: keptStatistics.isReady || !found.more }, writes)
      return true
    }
  }

  /** Runs the work on a snapshot that includes everything stored before; retries when others have written. */
  async #ofOneMoment<T>(form: TemplateId, work: (snapshot: SegmentSnapshot | undefined) => Promise<T>): Promise<T> {
    for (let time = 1; ; time += 1) {
      while (await this.#step(form));
      try {
        return await work(await this.#segments.read(form))
      } catch (error) {
        if (!(error instanceof CatchingUpError) || time >= MAX_TRIES) throw error
      }
    }
  }

  /**
   * Visits every segment that matches.
   * @param counting 'columns' or `needsColumns`: the columns are needed even for a whole segment
   */
  async #each(
    snapshot: SegmentSnapshot | undefined,
    request: SegmentNarrowing & Pick<StatisticsRequest, 'signal'>,
    counting: CountOptions | 'columns',
    visit: (reader: SegmentReader, segment: Segment, mask: SegmentMask, parts: LoadedParts | undefined) => void,
  ): Promise<void> {
    if (snapshot === undefined) return
    const segmentsToCount: Segment[] = []
    for (const segment of snapshot.segments) {
      const mask = selectWithoutColumns(createSegmentReader(segment, undefined), request)
      const isWhole = mask === 'all' && counting !== 'columns' && !needsColumns(counting)
      if (isWhole) visit(createSegmentReader(segment, undefined), segment, 'all', undefined)
      else if (mask !== 'none') segmentsToCount.push(segment)
    }
    for (let from = 0; from < segmentsToCount.length; from += BATCH_SIZE) {
      if (request.signal?.aborted === true) throw new CatchingUpError()
      const some = segmentsToCount.slice(from, from + BATCH_SIZE)
      for (const [index, parts] of (await this.#segments.partsOf(snapshot.form, some)).entries()) {
        const segment = some[index] as Segment
        const reader = createSegmentReader(segment, parts)
        const mask = selectInSegment(reader, request, segmentPredicate(segment, request.among))
        if (mask !== 'none') visit(reader, segment, mask, parts)
      }
    }
  }
}

/** The wanted part of a segment by its sums alone; undefined if that needs the columns. */
function selectWithoutColumns(reader: SegmentReader, request: SegmentNarrowing): SegmentSelection | undefined {
  if (request.among !== undefined) return undefined
  try {
    return selectInSegment(reader, request, undefined)
  } catch (error) {
    if (error instanceof ColumnsNeededError) return undefined
    throw error
  }
}

function segmentPredicate({ ids }: Segment, among: StatisticsRequest['among']): AnswerPredicateFactory | undefined {
  return among && (() => (index) => among.has(`${ANSWER_KEY_PREFIX}${ids[index]}`))
}
