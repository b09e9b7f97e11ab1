import type { DatabaseSync } from 'node:sqlite'
import type { TemplateId } from '#domain/kernel/index.ts'
import {
  NO_STATISTICS_FILTER,
  createEmptyTotals,
  WholeFormWriter,
  type AnswerPredicateFactory,
  type ColumnPart,
  type PartName,
  type SegmentReader,
  type Totals,
} from '#domain/statistics/index.ts'
import type { Key } from '#domain/store/index.ts'
import { CatchingUpError } from '#core/ports.ts'
import type { Aggregates, MatchingAnswers, AnswerVisibility, StatisticsRequest } from '#core/statistics-port.ts'
import { createMatchingAnswers } from '#core/counting/chosen.ts'
import { selectInSegment } from '#core/counting/narrow.ts'
import {
  ANSWERS_COLLECTION,
  addSelectedCounts,
  forEachChosenAnswer,
  LAST_USE_INTERVAL_MS,
  EMPTY_COUNT_OPTIONS,
  listVersionsInSegment,
} from '#core/counting/count-segment.ts'
import type { BodyCodec } from '../body-codec.ts'
import { readSqliteCode } from '../codes.ts'
import type { DamageDetector } from '../damage.ts'
import { quoteFieldColumn, buildDocumentsTableName, buildSearchTableName } from '../names.ts'
import { readSegments } from './read-segments.ts'
import { StatisticsWriter } from './statistics-writer.ts'
import { getOrCreateStatisticsTables, type TrackedForm, type StatisticsTables } from './tables.ts'

/** Maximum time for which a request counts a form, in milliseconds. After that it returns the progress. */
const MAX_WAITED = 1_000
/** Limits of a step, which blocks the thread: answers, positions read, and milliseconds. */
const MAX_ANSWERS = 256
const MAX_POSITIONS = 20_000
const MAX_MILLISECONDS = 100
/** Maximum attempts to read a snapshot. Concurrent writes restart every attempt except the last. */
const MAX_TIMES = 3
/**
 * Milliseconds for which `whole` may block the thread, and the maximum number of its attempts, which new answers
 * restart.
 */
const MAX_TURN_MS = 20
const MAX_RUNS = 4

type AggregateParts = {
  readonly db: DatabaseSync
  readonly bodies: BodyCodec
  readonly damage: DamageDetector
  /** milliseconds */
  readonly now: () => number
  readonly caughtUp: () => Promise<void>
}

/**
 * Statistics in SQLite. Counts the earlier answers of a form when its statistics are first used; the follower counts
 * later ones.
 */
export class SqliteAggregates implements Aggregates {
  readonly #parts: AggregateParts
  readonly #tables: StatisticsTables
  readonly #writer: StatisticsWriter

  constructor(parts: AggregateParts) {
    this.#parts = parts
    this.#tables = getOrCreateStatisticsTables(parts.db)
    this.#writer = new StatisticsWriter(parts.db)
  }

  async open(form: TemplateId, timeZone: string, now: () => number): Promise<number> {
    await this.#parts.caughtUp()
    this.#noteLook(form, timeZone, now())
    const until = now() + MAX_WAITED
    do {
      // Must run right after catching up. One position then separates answers counted here from those the follower
      // adds.
      await this.#parts.caughtUp()
      const keptForm = this.#tables.form(form)
      if (keptForm === undefined) return 0
      if (keptForm.isReady) return 100
      this.#step(keptForm)
      await new Promise((resolve) => setImmediate(resolve))
    } while (now() < until)
    const keptTrackedForm = this.#tables.form(form)
    if (keptTrackedForm?.isReady === true) return 100
    return Math.min(99, Math.floor((100 * (keptTrackedForm?.built ?? 0)) / Math.max(1, this.#lastPosition())))
  }

  versions(form: TemplateId, visibility: AnswerVisibility): Promise<readonly number[]> {
    const wanted = { sees: visibility, filter: NO_STATISTICS_FILTER }
    return this.#ofOneMoment({ form }, () => {
      const found = new Set<number>()
      const visit = (segment: SegmentReader): void => {
        const mask = selectInSegment(segment, wanted, undefined)
        if (mask !== 'none') for (const version of listVersionsInSegment(segment, mask)) found.add(version)
      }
      return { visit, done: () => [...found] }
    })
  }

  read(statisticsRequest: StatisticsRequest): Promise<{ readonly all: Totals; readonly found: Totals }> {
    return this.#ofOneMoment(statisticsRequest, () => {
      const predicate = statisticsRequest.among && this.#among(statisticsRequest.among)
      const [all, found] = [createEmptyTotals(), createEmptyTotals()]
      const visit = (segment: SegmentReader): void => {
        const seen = selectInSegment(segment, { sees: statisticsRequest.sees, filter: NO_STATISTICS_FILTER }, undefined)
        if (seen === 'none') return
        addSelectedCounts(all, segment, seen, EMPTY_COUNT_OPTIONS)
        const mask = selectInSegment(segment, statisticsRequest, predicate)
        if (mask !== 'none') addSelectedCounts(found, segment, mask, statisticsRequest)
      }
      return { visit, done: () => ({ all, found }) }
    })
  }

  chosen(statisticsRequest: Omit<StatisticsRequest, 'measures' | 'sections'>): Promise<MatchingAnswers> {
    const { among } = statisticsRequest
    return this.#ofOneMoment(statisticsRequest, () => {
      const predicate = among && this.#among(among)
      const [moments, versions]: [number[], number[]] = [[], []]
      const visit = (segment: SegmentReader): void => {
        const mask = selectInSegment(segment, statisticsRequest, predicate)
        const doubles = mask === 'none' ? undefined : segment.part('#answers')?.doubles('d:id')
        if (mask === 'none' || doubles === undefined) return
        forEachChosenAnswer(segment, mask, statisticsRequest, (place, moment) => {
          moments.push(moment)
          versions.push(doubles[place] as number)
        })
      }
      const find = this.#parts.db.prepare(`SELECT key FROM ${buildDocumentsTableName(ANSWERS_COLLECTION)} WHERE id = ?`)
      const findVersionKey = (place: number) => find.get(versions[place] ?? 0)?.['key'] as Key | undefined
      return { visit, done: () => createMatchingAnswers(moments, findVersionKey) }
    })
  }

  async whole(
    { form, sees, signal }: Pick<StatisticsRequest, 'form' | 'sees' | 'signal'>,
    max: number,
  ): Promise<Map<PartName, ColumnPart> | undefined> {
    again: for (let run = 1; run <= MAX_RUNS; run += 1) {
      await this.#summedUp(form)
      const edition = this.#tables.edition(form)
      const writer = new WholeFormWriter()
      const segments = readSegments(this.#tables, form).flatMap((segment) => {
        const seen = selectInSegment(segment, { sees, filter: NO_STATISTICS_FILTER }, undefined)
        return seen === 'none' ? [] : [{ ...segment, seen }]
      })
      if (segments.reduce((sum, { answers }) => sum + answers.n, 0) > max) return undefined
      let began = this.#parts.now()
      for (const { id, at, seen } of segments) {
        const parts = this.#tables.partsOf(form, id)
        const places = seen === 'all' ? parts.get('#answers')?.bits('b:live') : seen
        if (at !== undefined && places !== undefined) writer.add(parts, at, places)
        if (this.#parts.now() - began < MAX_TURN_MS) continue
        await new Promise((resolve) => setImmediate(resolve))
        if (signal?.aborted === true) throw new CatchingUpError()
        // Columns are by position. After a concurrent write, authors could be mixed up, or a moved answer missing or
        // doubled.
        if (!this.#tables.isStill(form, edition)) continue again
        began = this.#parts.now()
      }
      return writer.whole
    }
    throw new CatchingUpError()
  }

  async forget(before: number): Promise<number> {
    await this.#parts.caughtUp()
    const deletedForms = this.#tables.forms().filter(({ opened }) => opened < before)
    if (deletedForms.length > 0) this.#write(() => deletedForms.forEach(({ form }) => this.#tables.dropForm(form)))
    return deletedForms.length
  }

  async drop(form: TemplateId): Promise<void> {
    await this.#parts.caughtUp()
    this.#write(() => this.#tables.dropForm(form))
  }

  async forms(): Promise<readonly TrackedForm[]> {
    return this.#tables.forms().filter(({ isReady }) => isReady)
  }

  /** Resolves when the sums are current. The caller must read in the same turn of the event loop. */
  async #summedUp(form: TemplateId): Promise<void> {
    const { caughtUp, now } = this.#parts
    await caughtUp()
    while (this.#tables.isStale(form)) {
      const began = now()
      this.#write(() => this.#tables.sumUp(form, () => now() - began > MAX_MILLISECONDS))
      if (this.#tables.isStale(form)) await new Promise((resolve) => setImmediate(resolve))
      await caughtUp()
    }
  }

  /**
   * Visits every segment of one snapshot. Yields the thread regularly, and restarts after concurrent writes; the last
   * attempt does not yield. Throws `CatchingUpError` when `signal` is aborted.
   */
  async #ofOneMoment<T>(
    { form, signal }: Pick<StatisticsRequest, 'form' | 'signal'>,
    begin: () => { readonly visit: (segment: SegmentReader) => void; readonly done: () => T },
  ): Promise<T> {
    const { now } = this.#parts
    again: for (let time = 1; ; time += 1) {
      await this.#summedUp(form)
      const edition = this.#tables.edition(form)
      const { visit, done } = begin()
      let began = now()
      for (const segment of readSegments(this.#tables, form)) {
        visit(segment)
        if (time >= MAX_TIMES || now() - began < MAX_MILLISECONDS) continue
        await new Promise((resolve) => setImmediate(resolve))
        if (signal?.aborted === true) throw new CatchingUpError()
        if (!this.#tables.isStill(form, edition)) continue again
        began = now()
      }
      return done()
    }
  }

  #noteLook(form: TemplateId, timeZone: string, now: number): void {
    const keptForm = this.#tables.form(form)
    if (keptForm !== undefined && keptForm.timeZone === timeZone && keptForm.opened > now - LAST_USE_INTERVAL_MS) return
    this.#write(() => {
      if (keptForm !== undefined && keptForm.timeZone === timeZone)
        return this.#tables.putForm({ ...keptForm, opened: now })
      // The days and hours of all answers depend on the time zone, so they are counted again.
      if (keptForm !== undefined) this.#tables.dropForm(form)
      this.#tables.putForm({ form, timeZone, opened: now, built: 0, isReady: false })
    })
  }

  /** Counts a batch of earlier answers, in order of position. The follower skips positions after `built`. */
  #step(keptForm: TrackedForm): void {
    const { db, bodies, now } = this.#parts
    const began = now()
    const last = this.#lastPosition()
    const until = Math.min(last, keptForm.built + MAX_POSITIONS)
    this.#write(() => {
      const found = db
        .prepare(
          `SELECT r.id, d.body FROM ${buildSearchTableName(ANSWERS_COLLECTION)} r JOIN ${buildDocumentsTableName(ANSWERS_COLLECTION)} d ON d.id = r.id WHERE r.id > ? AND r.id <= ? AND +r.${quoteFieldColumn('idPlantilla')} = ? ORDER BY r.id LIMIT ${MAX_ANSWERS}`,
        )
        .all(keptForm.built, until, keptForm.form)
      let [built, put] = [keptForm.built, 0]
      for (const row of found) {
        try {
          this.#writer.put(Number(row['id']), keptForm, bodies.decode(String(row['body'])))
        } catch (error) {
          // Skips an unreadable answer, as the follower does, so that all others are counted.
          if (readSqliteCode(error) !== undefined) throw error
        }
        built = Number(row['id'])
        put += 1
        if (now() - began > MAX_MILLISECONDS) break
      }
      if (put === found.length && found.length < MAX_ANSWERS) built = until
      this.#writer.flush()
      this.#tables.putForm({ ...keptForm, built, isReady: built >= last })
    })
  }

  /** Writes in a transaction without a disk sync; work lost in a crash is done again. */
  #write(work: () => void): void {
    const { db, damage } = this.#parts
    damage.refuseWrites()
    db.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
    try {
      work()
      db.exec('COMMIT')
    } catch (error) {
      damage.note(error)
      if (db.isTransaction) db.exec('ROLLBACK')
      this.#writer.drop()
      throw error
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }

  #lastPosition(): number {
    return Number(
      this.#parts.db.prepare(`SELECT max(id) AS last FROM ${buildDocumentsTableName(ANSWERS_COLLECTION)}`).get()?.[
        'last'
      ] ?? 0,
    )
  }

  #among(keys: ReadonlySet<Key>): AnswerPredicateFactory {
    const find = this.#parts.db.prepare(`SELECT id FROM ${buildDocumentsTableName(ANSWERS_COLLECTION)} WHERE key = ?`)
    const ids = new Set([...keys].map((key) => Number(find.get(key)?.['id'] ?? 0)))
    return (answers) => {
      const versions = answers.doubles('d:id')
      return (index) => ids.has(versions[index] as number)
    }
  }
}
