import { ok, refuse, type Author, type Problem, type Result } from '#domain/kernel/index.ts'
import type { RelevoDatabase, RowsOf } from './database.ts'

/** What this device remembers for one account. Only the functions of src/local look into `database`. */
export type Local = {
  readonly account: Author
  readonly database: RelevoDatabase
  readonly status: DatabaseStatus
  /** fetches what the database needs; missing once that is here. False: it could not be had */
  readonly fetch?: (() => Promise<boolean>) | undefined
  close(): void
}

export function databaseName(account: Author): string {
  return `relevo-${account}`
}

/** A newer app's tab waits for these tables: this one lets go at once, and its screen says to load the page again. */
export type DatabaseStatus = {
  /** true once a newer app has taken the database */
  superseded: () => boolean
  /** @returns a function that stops the calls */
  onSuperseded: (listener: () => void) => () => void
  /** an older tab keeps this one from opening: ask the person to close it */
  onBlocked: (listener: () => void) => () => void
}

/** The name of any table of the database. */
export type TableName = keyof RowsOf

/**
 * Any read: one state of all its tables, on a connection that is opened again when the browser has closed it. A
 * transaction even for one table: only so does Dexie see every table that is read after an `await`; a live query that
 * missed one would show what is no longer true.
 * @throws StorageFailure when storage cannot be read
 */
export async function reading<T>(
  local: Local,
  tables: readonly TableName[],
  read: (database: RelevoDatabase) => PromiseLike<T>,
): Promise<T> {
  const done = await attempting(local, 'r', tables, async (database) => read(database))
  if (!done.ok) throw new StorageFailure(done.problem)
  return done.value
}

/**
 * One strict transaction, all or nothing; resolves after `complete`. A connection that the browser closed is reopened
 * and the write tried again: it is wholly there or not at all, so this does no harm if `write` looks first.
 * Refuses with device.storage-full, or device.storage-failed for anything else that storage does.
 */
export function writing<T>(
  local: Local,
  tables: readonly TableName[],
  write: (database: RelevoDatabase) => Promise<T>,
): Promise<Result<T>> {
  return attempting(local, 'rw', tables, write)
}

async function attempting<T>(
  local: Local,
  mode: 'r' | 'rw',
  tables: readonly TableName[],
  work: (database: RelevoDatabase) => Promise<T>,
): Promise<Result<T>> {
  if (local.fetch !== undefined && !(await local.fetch()))
    return refuse('device.storage-failed', { name: 'NotFetched' })
  const { database, status } = local
  for (let attempt = 1; ; attempt += 1) {
    // An old app must not write into tables of a newer shape; Dexie by itself would open them again and do it.
    if (status.superseded()) return refuse('device.storage-failed', { name: 'Superseded' })
    try {
      // Dexie follows `await` through its transaction only when this very function is an async one.
      return ok(await database.transaction(mode, [...tables], async () => work(database)))
    } catch (error) {
      if (status.superseded()) continue
      if (attempt === 1 && isConnectionLost(error) && (await reopened(database))) continue
      return refusal(error)
    }
  }
}

/** The outbox and the pull have no person to tell at once: their run ends, and everything stays as it was. */
export class StorageFailure extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'StorageFailure'
    this.problem = problem
  }
}

/** @throws StorageFailure where `writing` refuses */
export async function mustWrite<T>(
  local: Local,
  tables: readonly TableName[],
  write: (database: RelevoDatabase) => Promise<T>,
): Promise<T> {
  const written = await writing(local, tables, write)
  if (!written.ok) throw new StorageFailure(written.problem)
  return written.value
}

/** Writes for which the user waits: what storage refuses is returned, as by `writing`, not thrown. */
export async function storing<T>(write: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await write())
  } catch (error) {
    return error instanceof StorageFailure ? { ok: false, problem: error.problem } : refusal(error)
  }
}

const CONNECTION_LOST = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'TransactionInactiveError',
])

function isConnectionLost(error: unknown): boolean {
  return namesOf(error).some((name) => CONNECTION_LOST.has(name))
}

async function reopened(database: RelevoDatabase): Promise<boolean> {
  try {
    database.close()
    await database.open()
    return true
  } catch {
    return false
  }
}

/** Our own mistakes; everything else that a transaction throws is the storage's doing. */
const OUR_MISTAKES = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'ZodError',
  'DataError',
  'DataCloneError',
])

function refusal(error: unknown): Result<never> {
  const names = namesOf(error)
  const [name] = names
  if (names.includes('QuotaExceededError')) return refuse('device.storage-full')
  if (name === undefined || OUR_MISTAKES.has(name)) throw error
  return refuse('device.storage-failed', { name })
}

/** The names of an error and of what caused it: an abort and a bulk write carry their cause inside. */
function namesOf(error: unknown): readonly string[] {
  if (!(error instanceof Object) || !('name' in error)) return []
  const inner = 'inner' in error ? namesOf(error.inner) : []
  const failures = 'failures' in error && Array.isArray(error.failures) ? error.failures.flatMap(namesOf) : []
  return [String(error.name), ...inner, ...failures]
}

export function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
