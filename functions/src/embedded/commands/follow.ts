import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { COLLECTION_NAMES } from '#core/collections.ts'
import { DATABASE, noteBackup } from '../data-folder.ts'
import { checkCopy, copyNewFiles } from './backup-parts.ts'
import { countAnswers } from './check-database.ts'
import { documentsTable } from '../sqlite/names.ts'
import { CommandError } from './command.ts'
import { openPlainDatabase } from './plain-database.ts'

const FOLLOW_FILE = 'follow.sqlite'
/** Milliseconds between two updates of the copy. */
const PAUSE = 4_000
/** Milliseconds after which the copy is reported as late. */
const MAX_LAG = 10_000

type FollowOptions = {
  readonly dataDir: string
  readonly folder: string
  readonly print: (line: string) => void
  readonly stopped: AbortSignal
  readonly acceptsMissing: boolean
}

/**
 * Keeps a copy of the documents, which a server can start with, and of all files. Each update is one transaction, so
 * the copy is whole at any time. Begins with a new copy; the earlier one is kept until the new one is complete.
 */
export async function followData(options: FollowOptions): Promise<void> {
  const { dataDir, folder, print, stopped, acceptsMissing } = options
  const [path, part] = [join(folder, FOLLOW_FILE), join(folder, `${FOLLOW_FILE}.part`)]
  for (const left of [part, `${part}-journal`]) rmSync(left, { force: true })
  const first = openCopy(part, dataDir)
  let era = updateCopy(first, undefined, () => copyNewFiles(dataDir, folder))
  first.close()
  checkCopy(part, join(folder, 'files'), acceptsMissing)
  rmSync(`${path}-journal`, { force: true })
  renameSync(part, path)
  const db = openCopy(path, dataDir)
  const source = identifySource(db, dataDir)
  try {
    print(`Following ${dataDir}: ${countAnswers(db)} answers are in ${path}`)
    for (;;) {
      const began = Date.now()
      if (identifySource(db, dataDir) !== source)
        throw new CommandError('The database was replaced, or another release has opened it. Start this command again')
      era = updateCopy(db, era, () => copyNewFiles(dataDir, folder))
      noteCopy(db, { dataDir, folder, began, bytes: statSync(path).size })
      const lag = Date.now() - began + PAUSE
      if (lag > MAX_LAG) print(`The copy is ${(lag / 1000).toFixed(0)} s behind`)
      if (stopped.aborted) return
      await wait(PAUSE, undefined, { signal: stopped }).catch(() => undefined)
    }
  } finally {
    db.close()
  }
}

/** Names the followed file and the release that writes it: after a restore or an upgrade the copy begins again. */
function identifySource(db: DatabaseSync, dataDir: string): string {
  const { ino } = statSync(join(dataDir, DATABASE))
  const layout = db.prepare('PRAGMA source.user_version').get()?.['user_version']
  return `${ino} ${String(layout)}`
}

function noteCopy(
  db: DatabaseSync,
  {
    dataDir,
    folder,
    began,
    bytes,
  }: { readonly dataDir: string; readonly folder: string; readonly began: number; readonly bytes: number },
): void {
  noteBackup(dataDir, { at: new Date(began).toISOString(), folder, answers: countAnswers(db), bytes })
}

function openCopy(path: string, dataDir: string): DatabaseSync {
  const db = openPlainDatabase(path)
  db.exec('PRAGMA busy_timeout = 30000')
  db.prepare('ATTACH ? AS source').run(`${pathToFileURL(join(dataDir, DATABASE)).href}?mode=ro`)
  return db
}

/**
 * Brings the copy up to date, from one state of the source. Rows have increasing ids until the server starts again,
 * which begins another era; then everything is copied.
 * @param withFiles called before the commit, so that the copy never names a file that is not copied
 * @returns the source's era
 */
function updateCopy(db: DatabaseSync, era: string | undefined, withFiles: () => void): string {
  db.exec('BEGIN IMMEDIATE')
  try {
    const now = String(db.prepare('SELECT max(number) AS n FROM source.eras').get()?.['n'])
    for (const name of COLLECTION_NAMES) updateCollection(db, documentsTable(name), now === era)
    withFiles()
    db.exec('COMMIT')
    return now
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function updateCollection(db: DatabaseSync, table: string, isSameEra: boolean): void {
  const isThere = db.prepare('SELECT 1 FROM source.sqlite_schema WHERE name = ?').get(table.slice(1, -1)) !== undefined
  if (!isSameEra || !isThere) db.exec(`DELETE FROM main.${table}`)
  if (!isThere) return
  const last = Number(db.prepare(`SELECT max(id) AS n FROM main.${table}`).get()?.['n'] ?? 0)
  db.prepare(`DELETE FROM main.${table} WHERE key IN (SELECT key FROM source.${table} WHERE id > ?)`).run(last)
  db.prepare(`INSERT INTO main.${table} SELECT id, key, body FROM source.${table} WHERE id > ? ORDER BY id`).run(last)
  // The copy now has every document of the source, so it has others only if it has more.
  const count = (schema: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${schema}.${table}`).get()?.['n'])
  if (count('main') > count('source'))
    db.exec(`DELETE FROM main.${table} WHERE key NOT IN (SELECT key FROM source.${table})`)
}
