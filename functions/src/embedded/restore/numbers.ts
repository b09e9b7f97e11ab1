import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { DiskFullError, type Clock, type Log, type Store } from '#core/ports.ts'
import {
  startAboveAssignedCodes,
  isReservedSingly,
  raiseSeriesNumberUnit,
  readSeriesNumber,
  getSeriesCounterKey,
} from '#domain/codes/judge/index.ts'
import type { FoundDocuments, Key, Unit, Write } from '#domain/store/index.ts'
import { PRIVATE_FILE_MODE } from '../data-folder.ts'
import { isDiskFullError, replaceFile } from '../disk/replace-file.ts'

/** Numbers reserved per write of the file. Versions of forms are reserved one by one. */
const BLOCK_SIZE = 100
/** A series that uses up a block within this time gets larger blocks, so that many answers at once need not wait. */
const RUSH_MS = 60_000
const RUSH_FACTOR = 10
const BATCH_SIZE = 500
/** Suffix of an empty marker file: at a clean stop, the disk was too full to record the last numbers. */
const UNCLOSED_SUFFIX = '.unclosed'
const GAP_HINT = 'A backup was restored. These numbers may have been assigned after it, so they are not assigned again.'
const UNKNOWN_HINT =
  'A backup was restored, and the file "numbers" is missing or damaged. Codes, receipt numbers and versions of forms that were assigned after the backup may be assigned again. Inform people who have a code of a lost answer, if you know them.'
const DAMAGED_HINT = 'Lines of the file "numbers" cannot be read. They matter only when a backup is restored.'

/**
 * Line of the file: a series, the end of its reserved block, and, once the server was stopped, its last assigned
 * number. Without `last`, numbers up to `end` may have been assigned.
 */
const entrySchema = z.looseObject({
  series: z.string(),
  end: z.int().min(0),
  last: z.int().min(0).optional(),
})
type Entry = Readonly<z.infer<typeof entrySchema>>

/**
 * Numbers that were assigned, in a file beside the database, so that a restored backup assigns none again. The counters
 * of the database decide which number is next; the file matters only after a restore.
 */
export type NumberJournal = {
  /** Records the blocks of these writes, before they are committed. Throws DiskFullError. @returns the writes */
  reserve(writes: readonly Write[], documents: FoundDocuments): readonly Write[]
  /** True if the file shows that numbers were assigned which the database does not know */
  isAheadOf(database: Store): Promise<boolean>
  /** Raises the counters of a restored database to the ends of their blocks, and logs each gap. */
  continueAbove(database: Store): Promise<void>
  /** Records the last assigned numbers. Later commits that assign numbers get an error. */
  close(database: Store): Promise<void>
}

export type NumberJournalOptions = {
  /** true when the database was not closed cleanly, and is still the same */
  readonly wasLeftOpen: boolean
  readonly log: Log
  readonly clock: Clock
  readonly blockSize?: number
}

/**
 * Opens the file. Must be called before the folder is marked as open.
 *
 * | entry | database | conclusion |
 * |---|---|---|
 * | with `last` | counts at least `last` | the same database |
 * | with `last` | counts less | an older copy |
 * | without `last` | was left open | the same database, after a crash |
 * | without `last` | beside `.unclosed` | the same database, after a stop with a full disk |
 * | without `last` | neither | an older copy: `last` becomes `end`, which stays true if the start fails |
 */
export function openNumberJournal(file: string, options: NumberJournalOptions): NumberJournal {
  const { wasLeftOpen, log, clock, blockSize = BLOCK_SIZE } = options
  const isNew = !existsSync(file)
  const { entries, unknown, damaged } = readEntries(isNew ? undefined : readFileSync(file, 'utf8'))
  if (damaged > 0) log.error('numbers.damaged', { lines: damaged, hint: DAMAGED_HINT })

  function record(changed: readonly Entry[]): void {
    if (changed.length === 0) return
    const next = new Map(entries)
    for (const entry of changed) next.set(entry.series, entry)
    replaceFile(file, [...unknown, ...next.values()].map((line) => `${JSON.stringify(line)}\n`).join(''))
    // Updated only once the entries are on disk.
    for (const entry of changed) entries.set(entry.series, entry)
  }

  const reservedAt = new Map<string, number>()
  const reservedEnd = (series: string): number | undefined => entries.get(series)?.end

  /** @returns the entry to record before the write is committed; undefined: it is covered */
  function buildReservation(write: Write): Entry | undefined {
    const assigned = write.kind === 'set' ? readSeriesNumber(write.key, write.document) : undefined
    if (assigned === undefined) return undefined
    const { series, number } = assigned
    const { last, ...entry } = entries.get(series) ?? { series, end: 0 }
    if (number <= (last ?? entry.end)) return undefined
    if (number <= entry.end) return entry
    if (isReservedSingly(series)) return { ...entry, end: number }
    const needsLargerBlock = clock() - (reservedAt.get(series) ?? -Infinity) < RUSH_MS
    reservedAt.set(series, clock())
    return { ...entry, end: number - 1 + blockSize * (needsLargerBlock ? RUSH_FACTOR : 1) }
  }

  const unclosedMarkerFile = `${file}${UNCLOSED_SUFFIX}`
  if (!wasLeftOpen && !existsSync(unclosedMarkerFile))
    record(openReservations().map((entry) => ({ ...entry, last: entry.end })))
  rmSync(unclosedMarkerFile, { force: true })
  let isClosed = false

  function openReservations(): readonly Entry[] {
    return [...entries.values()].filter(({ last }) => last === undefined)
  }

  return {
    reserve: (writes, documents) => {
      // A number beyond the recorded last one would look like a restore at the next start.
      if (isClosed && writes.some(isCounterWrite)) throw new Error('The server is stopping')
      const begun = writes.map((write) => startAboveAssignedCodes(write, documents, reservedEnd))
      try {
        record(begun.flatMap((write) => buildReservation(write) ?? []))
      } catch (error) {
        throw isDiskFullError(error)
          ? new DiskFullError('The disk of the data folder is full', { cause: error })
          : error
      }
      return begun
    },

    isAheadOf: async (database) => {
      const counters = await readCounters(database, entries)
      const compared = [...entries.values()].flatMap((entry) => {
        const number = counters.get(entry.series)?.number
        return number === undefined ? [] : [{ ...entry, number }]
      })
      // Only an older release assigns numbers beyond a block. The file lacks the numbers that it assigned.
      if (compared.some(({ end, number }) => number > end)) return false
      return compared.some(({ last = 0, number }) => number < last)
    },

    continueAbove: async (database) => {
      if (isNew || damaged > 0) log.error('numbers.unknown', { hint: UNKNOWN_HINT })
      const counters = await readCounters(database, entries)
      for (const { series, end } of entries.values()) {
        for (const key of counters.get(series)?.keys ?? []) {
          const gap = await database.commit(raiseSeriesNumberUnit(key, end))
          if (gap !== undefined) log.error('numbers.gap', { series, ...gap, hint: GAP_HINT })
        }
      }
    },

    close: async (database) => {
      isClosed = true
      // A damaged database may count less than it has assigned; the file then shows the salvaged data as an older copy.
      if (database.isDamaged?.() === true) return
      try {
        const counters = await readCounters(database, entries)
        record(openReservations().map((entry) => ({ ...entry, last: counters.get(entry.series)?.number ?? 0 })))
      } catch (error) {
        log.error('numbers.not-closed', { error: String(error) })
        writeMarker(unclosedMarkerFile, log)
      }
    },
  }
}

/** Must not throw, because the database is closed after it. */
function writeMarker(path: string, log: Log): void {
  try {
    writeFileSync(path, '', { mode: PRIVATE_FILE_MODE })
  } catch (error) {
    log.error('numbers.not-marked', { error: String(error) })
  }
}

function isCounterWrite(write: Write): boolean {
  return write.kind === 'set' && readSeriesNumber(write.key, write.document) !== undefined
}

/** Returns a store that reserves the numbers of each commit before it is written. */
export function createNumberReservingStore(store: Store, numbers: Pick<NumberJournal, 'reserve'>): Store {
  const commit = <R>(unit: Unit<R>): Promise<R> =>
    store.commit<R>({
      keysFor: unit.keysFor,
      decide: (documents) => {
        const { result, writes } = unit.decide(documents)
        return { result, writes: numbers.reserve(writes, documents) }
      },
    })
  // Inherits everything else from the store, as `watchStore` does.
  return Object.assign(Object.create(store) as Store, { commit })
}

/** Reads the lines. Lines of newer releases are kept, and unreadable lines counted. @param text undefined: no file */
function readEntries(text: string | undefined) {
  const entries = new Map<string, Entry>()
  const unknown: unknown[] = []
  const lines = text?.split('\n').filter((line) => line !== '') ?? []
  // The file is never written empty.
  let damaged = text !== undefined && lines.length === 0 ? 1 : 0
  for (const line of lines) {
    const parsed = parseJson(line)
    const entry = entrySchema.safeParse(parsed).data
    if (entry !== undefined) entries.set(entry.series, entry)
    else if (typeof parsed === 'object' && parsed !== null) unknown.push(parsed)
    else damaged += 1
  }
  return { entries, unknown, damaged }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type NumberedKeys = { readonly keys: readonly Key[]; readonly number: number }

/** Counters of the series, with their highest number. A municipality that does not exist has none. */
async function readCounters(
  store: Store,
  series: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, NumberedKeys>> {
  const counted = new Map<string, NumberedKeys>()
  if (series.size === 0) return counted
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const found = await store.query({ collection: 'municipios', limit: BATCH_SIZE, offset })
    for (const { key, document } of found) {
      const read = readSeriesNumber(key, document)
      const { keys, number } = counted.get(read?.series ?? '') ?? { keys: [], number: 0 }
      if (read !== undefined) counted.set(read.series, { keys: [...keys, key], number: Math.max(number, read.number) })
    }
    if (found.length < BATCH_SIZE) break
  }
  const others = [...series.keys()].flatMap((name) => getSeriesCounterKey(name) ?? [])
  const documents = await store.getMany(others)
  for (const key of others) counted.set(key, { keys: [key], number: documents.get(key)?.count ?? 0 })
  return counted
}
