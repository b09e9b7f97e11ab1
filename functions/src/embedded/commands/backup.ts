import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { readSystemErrorCode } from '../advice.ts'
import { DATABASE_FILE, recordBackup, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, tryLockFile } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { SQLITE_CODES, readSqliteCode } from '../sqlite/codes.ts'
import { checkBackupCopy, copyNewFiles, fsyncPath } from './backup-parts.ts'
import { countAnswers } from './check-database.ts'
import { type Command, CommandError, explainError, findDataFolder } from './command.ts'
import { updateStandbyCopy } from './follow.ts'

/*
 * A folder of backups:
 *
 *   relevo-2026-11-27T20-31-00Z.sqlite   a checked copy of the database; the newest `--keep` are kept
 *   files/ab/<sha256>                    the files of all copies
 *   follow.sqlite                        the copy of `--follow`
 *   follow.sqlite.before                 the last copy of a database that was replaced, as by a restore
 *   *.part, *.follow-part                unfinished; deleted by the next backup or the next `--follow`
 *   lock, follow-lock                    locked by a running backup, and by `--follow`, which can run at the same time
 */

const USAGE = `Usage: ${commandLine('backup', 'FOLDER [--keep 7] [--accept-missing]')}
       ${commandLine('backup', 'FOLDER --follow [--accept-missing]')}
  FOLDER    where backups are kept: another disk, or a folder that is copied to another machine
  --keep    the number of databases that are kept
  --follow  keeps a copy that is at most 10 seconds behind, until it is stopped
  --accept-missing  the backup counts although files are missing: they are lost, and no earlier backup has them`
const DEFAULT_KEPT = 7
const BACKUP_NAME = /^relevo-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/
const OWN_NAMES = /^(?:files|lock|follow-lock|lost\+found|relevo-.*|follow\.sqlite.*|.*\.part)$/
const UNFINISHED = '.part'
const MB = 1_000_000
const SECOND = 1_000
/** Milliseconds to wait for a lock of the database. */
const BUSY_TIMEOUT = 30_000

/** `npm run backup`: copies database and files of a running or stopped server into a folder. */
export const backupCommand: Command = async ({ args, env, print, untilStopped }) => {
  const options = readOptions(args)
  if (options === undefined) {
    print(USAGE)
    return 2
  }
  const dataDir = findDataFolder(env)
  const target = openBackupFolder(options, dataDir)
  try {
    const { keep, acceptsMissing } = options
    const common = { dataDir, folder: target.path, acceptsMissing }
    if (options.isFollowing) await updateStandbyCopy({ ...common, print, stopped: untilStopped() })
    else print(makeBackup({ ...common, keep }))
    return 0
  } catch (error) {
    throw new CommandError(
      `The backup failed: ${explainBackupError(error, target.path)}. ${findLastGoodBackup(target.path)}`,
      {
        cause: error,
      },
    )
  } finally {
    target.release()
  }
}

/** @returns undefined for a wrong use */
function readOptions(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [folder, ...more] = positionals
    const keep = Number(values.keep ?? DEFAULT_KEPT)
    if (folder === undefined || more.length > 0 || !Number.isInteger(keep) || keep < 1) return undefined
    return { folder, keep, isFollowing: values.follow === true, acceptsMissing: values['accept-missing'] === true }
  } catch {
    return undefined
  }
}

const OPTIONS = {
  keep: { type: 'string' },
  follow: { type: 'boolean' },
  'accept-missing': { type: 'boolean' },
} as const

function explainBackupError(error: unknown, folder: string): string {
  const system = readSystemErrorCode(error)
  if (system === 'ENOSPC' || system === 'EDQUOT' || readSqliteCode(error) === SQLITE_CODES.FULL)
    return `the disk of ${folder} is full`
  return explainError(error)
}

/**
 * Locks the folder of backups. Throws CommandError when it is in use, not usable, or missing: its disk may not be
 * mounted, and a new folder would fill the disk of the data.
 */
function openBackupFolder(
  { folder, isFollowing }: { readonly folder: string; readonly isFollowing: boolean },
  dataDir: string,
): { readonly path: string; readonly release: () => void } {
  const path = resolve(folder)
  if (!existsSync(path))
    throw new CommandError(`The backup failed: ${path} does not exist. Create it, or mount its disk.`)
  if (`${realpathSync(path)}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new CommandError(`The backup failed: ${path} is in the data folder. Choose a folder on another disk.`)
  try {
    if (readdirSync(path).every((name) => OWN_NAMES.test(name))) chmodSync(path, PRIVATE_FOLDER_MODE)
    const release = tryLockFile(join(path, isFollowing ? 'follow-lock' : 'lock'))
    if (release !== undefined) return { path, release }
  } catch (error) {
    throw new CommandError(`The backup failed: ${path} cannot be written to: ${explainError(error)}`, { cause: error })
  }
  throw new CommandError(`The backup failed: another ${isFollowing ? '--follow' : 'backup'} to ${path} is running.`)
}

type BackupOptions = {
  readonly dataDir: string
  readonly folder: string
  readonly keep: number
  readonly acceptsMissing: boolean
}

/** Makes a checked backup. @returns a line about it */
function makeBackup({ dataDir, folder, keep, acceptsMissing }: BackupOptions): string {
  const began = Date.now()
  removeUnfinished(folder)
  // Copies files first, because the server may delete some during the copy of the database. Then copies newer files.
  const early = copyNewFiles(dataDir, folder, UNFINISHED)
  const name = nameBackup(folder, began)
  const part = join(folder, name + UNFINISHED)
  try {
    copyDatabase(join(dataDir, DATABASE_FILE), part)
    const copied = early + copyNewFiles(dataDir, folder, UNFINISHED)
    const { answers, named, wrong } = checkBackupCopy(part, join(folder, 'files'), acceptsMissing)
    if (answers === 0) refuseLoss(folder)
    fsyncPath(part)
    renameSync(part, join(folder, name))
    fsyncPath(folder)
    const bytes = statSync(join(folder, name)).size
    for (const old of listBackups(folder).slice(keep)) rmSync(join(folder, old))
    const problem = recordBackup(dataDir, { at: new Date(began).toISOString(), folder, answers, bytes })
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    return `Backup ${join(folder, name)}: ${answers} answers, ${(bytes / MB).toFixed(0)} MB, ${named} files (${copied} new${wrong > 0 ? `, ${wrong} MISSING` : ''}), checked, ${seconds} s${problem === undefined ? '' : `. ${problem}`}`
  } finally {
    removeUnfinished(folder)
  }
}

/**
 * Names a backup by the current second. If the newest backup has a later time, because the clock was wrong, uses the
 * second after that time.
 */
function nameBackup(folder: string, began: number): string {
  const [newest] = listBackups(folder)
  const last = newest === undefined ? 0 : Date.parse(newest.replace(BACKUP_NAME, '$1T$2:$3:$4Z'))
  const at = new Date(Math.max(began, (Number.isNaN(last) ? 0 : last) + SECOND)).toISOString().slice(0, 19)
  return `relevo-${at.replaceAll(':', '-')}Z.sqlite`
}

/**
 * For a database without answers: throws CommandError if the newest backup has answers. Otherwise empty backups would
 * soon replace all backups with answers.
 */
function refuseLoss(folder: string): void {
  const [newest] = listBackups(folder)
  if (newest === undefined || !hasAnswers(join(folder, newest))) return
  throw new CommandError(
    'the database has no answers, and the last backup has. Look for the right DATA_DIR, or use another folder',
  )
}

/** True if the backup has answers. False also for a backup that cannot be read. */
function hasAnswers(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return countAnswers(db) > 0
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** Names of the complete backups, newest first. */
export function listBackups(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .toReversed()
}

function findLastGoodBackup(folder: string): string {
  const [name] = listBackups(folder)
  return name === undefined ? 'There is no earlier backup' : `The last good backup is ${join(folder, name)}`
}

/**
 * Copies the database in one read transaction, during which the server can write. SQLite's online backup is not used,
 * because it would start again with each commit of the server.
 */
function copyDatabase(from: string, to: string): void {
  closeSync(openSync(to, 'w', PRIVATE_FILE_MODE))
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) if (/\.part(?:-journal)?$/.test(name)) rmSync(join(folder, name))
}
