import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { COLLECTION_NAMES } from '#core/collections.ts'
import { DATABASE_FILE, recordBackup } from '../data-folder.ts'
import { checkBackupCopy, copyNewFiles } from './backup-parts.ts'
import { countAnswers } from './check-database.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'
import { CommandError } from './command.ts'
import { openPlainDatabase } from './plain-database.ts'

const FOLLOW_FILE = 'follow.sqlite'
/** Milliseconds between two updates of the copy. */
const PAUSE = 4_000
/** Milliseconds after which the copy is reported as late. */
const MAX_LAG = 10_000
/** Rows that a new copy reads at a time. */
const SLICE_ROWS = 2_000
/** Suffix of unfinished files; a backup that runs at the same time uses another suffix. */
const UNFINISHED = '.follow-part'
/** Suffix of the copy of a database that was replaced, as by a restore. */
const REPLACED = '.before'

type FollowOptions = {
  readonly dataDir: string
  readonly folder: string
  readonly print: (line: string) => void
  readonly stopped: AbortSignal
  readonly acceptsMissing: boolean
}

/**
 * Updates a copy of the documents and of all files, with which a server can start. Each update is one transaction, so
 * the copy is always consistent. Begins with a new copy, also after each start of the server. The earlier copy is kept
 * until the new copy is complete, or under another name if the database was replaced.
 */
export async function updateStandbyCopy(options: FollowOptions): Promise<void> {
  const { dataDir, folder, print, stopped } = options
  const path = join(folder, FOLLOW_FILE)
  if (!(await beginCopy(options))) return
  let db = openCopy(path, dataDir)
  const source = identifySource(db, dataDir)
  let era = readEra(db)
  let problem: string | undefined
  try {
    print(`Following ${dataDir}: ${countAnswers(db)} answers are in ${path}`)
    for (;;) {
      const began = Date.now()
      if (identifySource(db, dataDir) !== source)
        throw new CommandError('The database was replaced, or another release has opened it. Start this command again')
      if (readEra(db) !== era) {
        if (!(await beginCopy(options))) return
        db.close()
        db = openCopy(path, dataDir)
        era = readEra(db)
      }
      updateCopy(db, () => copyNewFiles(dataDir, folder, UNFINISHED))
      const at = new Date(began).toISOString()
      const next = recordBackup(dataDir, { at, folder, answers: countAnswers(db), bytes: statSync(path).size })
      if (next !== undefined && next !== problem) print(next)
      problem = next
      const lag = Date.now() - began + PAUSE
      if (lag > MAX_LAG) print(`The copy is ${(lag / 1000).toFixed(0)} s behind`)
      if (stopped.aborted) return
      await wait(PAUSE, undefined, { signal: stopped }).catch(() => undefined)
    }
  } finally {
    db.close()
  }
}

/**
 * Makes a new, checked copy. A long read transaction would prevent the server from checkpointing its write-ahead log.
 * Most rows are therefore copied in slices, and the files before the last transaction.
 * @returns false when stopped before the copy was complete
 */
async function beginCopy({ dataDir, folder, stopped, acceptsMissing }: FollowOptions): Promise<boolean> {
  const path = join(folder, FOLLOW_FILE)
  const part = path + UNFINISHED
  for (const left of [part, `${part}-journal`]) rmSync(left, { force: true })
  const db = openCopy(part, dataDir)
  try {
    const era = readEra(db)
    db.exec(`PRAGMA application_id = ${statSync(join(dataDir, DATABASE_FILE)).ino | 0}`)
    for (const name of COLLECTION_NAMES)
      while (copySlice(db, buildDocumentsTableName(name))) {
        await letOthersRun()
        if (stopped.aborted) return false
      }
    copyNewFiles(dataDir, folder, UNFINISHED)
    if (readEra(db) !== era) throw new CommandError('The server was started again in the meantime')
    updateCopy(db, () => copyNewFiles(dataDir, folder, UNFINISHED))
  } finally {
    db.close()
  }
  checkBackupCopy(part, join(folder, 'files'), acceptsMissing)
  keepReplaced(path, part)
  rmSync(`${path}-journal`, { force: true })
  renameSync(part, path)
  return true
}

/**
 * Keeps the earlier copy if the database was replaced, for example by a restore, because the new database may lack
 * documents of that copy. The application id of a copy is the inode of its source.
 */
function keepReplaced(path: string, part: string): void {
  if (existsSync(path) && readSource(path) !== readSource(part)) renameSync(path, path + REPLACED)
}

/** The inode of a copy's source. Opening the copy also rolls back an unfinished transaction of a killed command. */
function readSource(path: string): unknown {
  const db = openPlainDatabase(path)
  try {
    return db.prepare('PRAGMA application_id').get()?.['application_id']
  } finally {
    db.close()
  }
}

/** Copies the next rows. @returns false when there are no more */
function copySlice(db: DatabaseSync, table: string): boolean {
  if (!isInSource(db, table)) return false
  const last = Number(db.prepare(`SELECT max(id) AS n FROM main.${table}`).get()?.['n'] ?? 0)
  const { changes } = db
    .prepare(
      `INSERT OR REPLACE INTO main.${table} SELECT id, key, body FROM source.${table} WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS}`,
    )
    .run(last)
  return Number(changes) >= SLICE_ROWS
}

/** Number of the server's last start. Row ids only increase until the next start. */
function readEra(db: DatabaseSync): string {
  return String(db.prepare('SELECT max(number) AS n FROM source.eras').get()?.['n'])
}

function isInSource(db: DatabaseSync, table: string): boolean {
  return db.prepare('SELECT 1 FROM source.sqlite_schema WHERE name = ?').get(table.slice(1, -1)) !== undefined
}

/**
 * Identifies the followed file and its layout. If the result changes, by a restore or an upgrade, the command ends with
 * an error.
 */
function identifySource(db: DatabaseSync, dataDir: string): string {
  const { ino } = statSync(join(dataDir, DATABASE_FILE))
  const layout = db.prepare('PRAGMA source.user_version').get()?.['user_version']
  return `${ino} ${String(layout)}`
}

function openCopy(path: string, dataDir: string): DatabaseSync {
  const db = openPlainDatabase(path)
  db.exec('PRAGMA busy_timeout = 30000')
  db.prepare('ATTACH ? AS source').run(`${pathToFileURL(join(dataDir, DATABASE_FILE)).href}?mode=ro`)
  return db
}

/**
 * Brings the copy up to date, from one state of the source.
 * @param withFiles called before the commit, so that the copy never references a file that is not copied
 */
function updateCopy(db: DatabaseSync, withFiles: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const name of COLLECTION_NAMES) updateCollection(db, buildDocumentsTableName(name))
    withFiles()
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function updateCollection(db: DatabaseSync, table: string): void {
  if (!isInSource(db, table)) {
    db.exec(`DELETE FROM main.${table}`)
    return
  }
  const last = Number(db.prepare(`SELECT max(id) AS n FROM main.${table}`).get()?.['n'] ?? 0)
  db.prepare(`DELETE FROM main.${table} WHERE key IN (SELECT key FROM source.${table} WHERE id > ?)`).run(last)
  db.prepare(`INSERT INTO main.${table} SELECT id, key, body FROM source.${table} WHERE id > ? ORDER BY id`).run(last)
  // The copy now has every document of the source. It has further, deleted documents only if it has more rows.
  const count = (schema: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${schema}.${table}`).get()?.['n'])
  if (count('main') > count('source'))
    db.exec(`DELETE FROM main.${table} WHERE key NOT IN (SELECT key FROM source.${table})`)
}
