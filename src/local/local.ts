import { ok, refuse, type Author, type Problem, type Refusal, type Result } from '#domain/kernel/index.ts'
import type { RelevoDatabase, TableRowTypes } from './database.ts'

/** The data of one account on this device. Only functions in src/local use `database` directly. */
export type Local = {
  readonly account: Author
  readonly database: RelevoDatabase
  readonly status: DatabaseStatus
  /** loads the database library; missing once loaded. Resolves with false when the library cannot be loaded */
  readonly fetch?: (() => Promise<boolean>) | undefined
  /** frees space for new work. Resolves with false when nothing can be deleted. Missing for the public */
  relieve?(): Promise<boolean>
  close(): void
}

export function buildDatabaseName(account: Author): string {
  return `relevo-${account}`
}

/**
 * State of the connection. If a tab with a newer app needs to upgrade these tables, this tab closes its connection and
 * calls the listeners of `onSuperseded`, which reload the page.
 */
type DatabaseStatus = {
  /** true once a newer app has taken over the database */
  superseded: () => boolean
  /** @returns a function that unsubscribes */
  onSuperseded: (listener: () => void) => () => void
  /** called when a tab with an older app blocks the opening, so that the screen can ask the user to close that tab */
  onBlocked: (listener: () => void) => () => void
}

/** The name of any table of the database. */
export type TableName = keyof TableRowTypes

/**
 * Runs a read on a consistent snapshot of its tables. Reopens a connection that the browser has closed. Uses a
 * transaction even for one table: otherwise Dexie does not observe tables read after an `await`, and live queries would
 * show stale data.
 * @throws StorageFailure when storage cannot be read
 */
export async function runRead<T>(
  local: Local,
  tables: readonly TableName[],
  read: (database: RelevoDatabase) => PromiseLike<T>,
): Promise<T> {
  const result = await runTransaction(local, 'r', tables, async (database) => read(database))
  if (!result.ok) throw new StorageFailure(result.problem)
  return result.value
}

/**
 * Runs one strict transaction and resolves after `complete`. If storage is full, deletes stored copies of sent work and
 * retries. Also reopens a connection that the browser closed, and retries. The retry is safe if `write` checks the
 * current state first, because the first attempt was stored completely or not at all. Refuses with device.storage-full,
 * or device.storage-failed for any other storage error.
 */
export function runWrite<T>(
  local: Local,
  tables: readonly TableName[],
  write: (database: RelevoDatabase) => Promise<T>,
): Promise<Result<T>> {
  return runTransaction(local, 'rw', tables, write)
}

async function runTransaction<T>(
  local: Local,
  mode: 'r' | 'rw',
  tables: readonly TableName[],
  work: (database: RelevoDatabase) => Promise<T>,
): Promise<Result<T>> {
  if (local.fetch !== undefined && !(await local.fetch()))
    return refuse('device.storage-failed', { name: 'NotFetched' })
  const { database, status } = local
  for (let attempt = 1; ; attempt += 1) {
    // An old app must not write to newer tables. Dexie would reopen them and do so.
    if (status.superseded()) return refuse('device.storage-failed', { name: 'Superseded' })
    try {
      // Dexie follows an `await` inside its transaction only if this function itself is async.
      return ok(await database.transaction(mode, [...tables], async () => work(database)))
    } catch (error) {
      if (status.superseded()) continue
      if (attempt === 1 && isConnectionLost(error) && (await tryReopen(database))) continue
      const refusal = toStorageRefusal(error)
      if (mode === 'rw' && isStorageFull(refusal) && (await relieve(local))) continue
      return refusal
    }
  }
}

export function isStorageFull({ problem }: Refusal): boolean {
  return problem.code === 'device.storage-full'
}

async function relieve(local: Local): Promise<boolean> {
  return (await local.relieve?.().catch(() => false)) === true
}

/**
 * A storage error, as thrown by `runRead` and `runWriteOrThrow`; their transaction has changed nothing. It ends a sync
 * run.
 */
export class StorageFailure extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'StorageFailure'
    this.problem = problem
  }
}

/**
 * Writes like `runWrite`, but throws instead of refusing.
 * @throws StorageFailure where `runWrite` refuses
 */
export async function runWriteOrThrow<T>(
  local: Local,
  tables: readonly TableName[],
  write: (database: RelevoDatabase) => Promise<T>,
): Promise<T> {
  const written = await runWrite(local, tables, write)
  if (!written.ok) throw new StorageFailure(written.problem)
  return written.value
}

/** Runs a throwing write, such as `runWriteOrThrow`, and returns a storage failure as a refusal, like `runWrite`. */
export async function catchStorageFailure<T>(write: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await write())
  } catch (error) {
    return error instanceof StorageFailure ? { ok: false, problem: error.problem } : toStorageRefusal(error)
  }
}

const CONNECTION_LOST = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'TransactionInactiveError',
])

function isConnectionLost(error: unknown): boolean {
  return listErrorNames(error).some((name) => CONNECTION_LOST.has(name))
}

async function tryReopen(database: RelevoDatabase): Promise<boolean> {
  try {
    database.close()
    await database.open()
    return true
  } catch {
    return false
  }
}

/** Error names that indicate a programming mistake. Any other error in a transaction comes from storage. */
const PROGRAMMING_ERROR_NAMES = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'ZodError',
  'DataError',
  'DataCloneError',
])

function toStorageRefusal(error: unknown): Refusal {
  const names = listErrorNames(error)
  const [name] = names
  if (names.includes('QuotaExceededError')) return refuse('device.storage-full')
  if (name === undefined || PROGRAMMING_ERROR_NAMES.has(name)) throw error
  return refuse('device.storage-failed', { name })
}

/** Returns the names of an error and of its causes: abort errors and bulk-write errors contain their causes. */
function listErrorNames(error: unknown): readonly string[] {
  if (!(error instanceof Object) || !('name' in error)) return []
  const inner = 'inner' in error ? listErrorNames(error.inner) : []
  const failures = 'failures' in error && Array.isArray(error.failures) ? error.failures.flatMap(listErrorNames) : []
  return [String(error.name), ...inner, ...failures]
}

export function subscribeListener(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
