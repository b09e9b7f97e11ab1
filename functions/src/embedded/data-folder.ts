import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ignoreMissingFile } from './disk/missing.ts'

export const PRIVATE_FOLDER_MODE = 0o700
export const PRIVATE_FILE_MODE = 0o600
const PERMISSIONS_OF_OTHERS = 0o077
export const DATABASE_FILE = 'relevo.sqlite'
/** Write-ahead log with the latest commits. */
export const DATABASE_LOG_FILE = 'relevo.sqlite-wal'
const LOCK = 'lock'
/** Marker file; exists while the database is open. */
const OPEN_MARKER = 'open'
/** Journal of ended sessions, tokens and other grants, which a restored database may show as active. */
export const ENDED_GRANTS_FILE = 'ended'
/** Codes and other numbers that were assigned, which a restored database would assign again. */
export const ASSIGNED_NUMBERS_FILE = 'numbers'
/**
 * Marker file; allows one start of an older release than the one that last wrote the data. Written by
 * `release/upgrade.mjs` when it returns to that release.
 */
const OLDER_ALLOWED = 'older-allowed'
/** Facts about the last good backup. */
const BACKUP_FILE = 'backed-up'
const FILES: readonly string[] = [
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  'relevo.sqlite-shm',
  LOCK,
  OPEN_MARKER,
  ENDED_GRANTS_FILE,
  ASSIGNED_NUMBERS_FILE,
  OLDER_ALLOWED,
  BACKUP_FILE,
]
const FOLDERS: readonly string[] = ['files', 'uploads', 'mail']

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** The folder cannot be used; the message says what to do. */
export class UnusableFolderError extends Error {
  override readonly name = 'UnusableFolderError'
}

/**
 * Makes a data folder private, and locks it for this process. Node has no file locks, so the lock is an exclusive
 * SQLite transaction on a small file, held until `release` or the end of the process. The data itself is not locked, so
 * a backup can be made while the server runs.
 */
export function lockDataFolder(folder: string): { readonly release: () => void } {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  makePrivate(folder)
  const release = tryLockFile(join(folder, LOCK))
  if (release === undefined)
    throw new FolderInUseError(
      `Another Relevo server is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    )
  return { release }
}

/**
 * Locks a file, at the latest until the end of the process. @returns a function that unlocks it; undefined: another
 * process has locked it
 */
export function tryLockFile(path: string): (() => void) | undefined {
  makePrivateFile(path)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    return undefined
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

/**
 * Returns the path of the database; creates the file if it is missing, readable only by this account. Throws
 * UnusableFolderError for a database that was not closed and has no log, because the log has the latest commits, and
 * for a missing database if there are files of answers, because a new database would hide the loss.
 */
export function prepareDatabasePath(folder: string): string {
  if ([DATABASE_FILE, DATABASE_LOG_FILE].every((name) => isEmptyFile(join(folder, name))) && hasStoredFiles(folder)) {
    throw new UnusableFolderError(
      `The data folder ${folder} has files of answers, but its database ${DATABASE_FILE} is missing or empty. Put it back, or restore a backup (OPERATING.md, "Restore"). To start with an empty database, move ${join(folder, 'files')} away first.`,
    )
  }
  if (existsSync(join(folder, OPEN_MARKER)) && !existsSync(join(folder, DATABASE_LOG_FILE))) {
    throw new UnusableFolderError(
      `${DATABASE_LOG_FILE} is missing from the data folder ${folder}, though the server was not stopped cleanly: the latest answers were in it. Put it back, or restore a backup; if another program has opened the database since, or the loss is accepted, remove the file ${join(folder, OPEN_MARKER)} and start again.`,
    )
  }
  const path = join(folder, DATABASE_FILE)
  makePrivateFile(path)
  return path
}

/** True if the folder allows a start of an older release than the one that has written it. */
export function isDowngradeAllowed(folder: string): boolean {
  return existsSync(join(folder, OLDER_ALLOWED))
}

/** Deletes the marker of `isDowngradeAllowed`. Called once the started release is recorded. */
export function forbidDowngrade(folder: string): void {
  rmSync(join(folder, OLDER_ALLOWED), { force: true })
}

function isEmptyFile(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0
}

function hasStoredFiles(folder: string): boolean {
  const files = join(folder, 'files')
  return existsSync(files) && listShards(files).some((shard) => readdirSync(join(files, shard)).length > 0)
}

/** Names of the subfolders of `files` that exist: two digits. A mount point also has `lost+found`. */
export function listShards(files: string): readonly string[] {
  return readdirSync(files).filter((name) => /^[0-9a-f]{2}$/.test(name))
}

const backupNoteSchema = z.object({
  /** time of the copied data, ISO 8601 */
  at: z.string(),
  folder: z.string(),
  answers: z.int(),
  /** size of the database */
  bytes: z.int(),
})
type BackupNote = Readonly<z.infer<typeof backupNoteSchema>>

/** Throws the system's error for a file that this account cannot read and write, such as one that root has created. */
export function requireFileAccess(folder: string): void {
  for (const name of [...FILES, ...FOLDERS])
    ignoreMissingFile(() => accessSync(join(folder, name), constants.R_OK | constants.W_OK))
}

/**
 * Records the last good backup in the data folder. A failure to record it, such as on a full disk, does not invalidate
 * the backup.
 * @returns the problem, for the administrator
 */
export function recordBackup(folder: string, note: BackupNote): string | undefined {
  const path = join(folder, BACKUP_FILE)
  // Contains the process id, because two commands may record at the same time.
  const next = `${path}.${process.pid}`
  try {
    writeFileSync(next, JSON.stringify(note), { mode: PRIVATE_FILE_MODE })
    renameSync(next, path)
    return undefined
  } catch (error) {
    rmSync(next, { force: true })
    return `The backup is good, but ${folder} cannot record it: ${String(error)}`
  }
}

/** The last good backup of a data folder; undefined: none is recorded. */
export function readLastBackup(folder: string): BackupNote | undefined {
  try {
    return backupNoteSchema.safeParse(JSON.parse(readFileSync(join(folder, BACKUP_FILE), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** True when the previous server was not stopped cleanly. */
export function wasDatabaseLeftOpen(folder: string): boolean {
  return existsSync(join(folder, OPEN_MARKER))
}

/**
 * Creates the marker of an open database.
 * @returns a function that deletes the marker; to be called before the database is closed, which deletes the log
 */
export function markDatabaseOpen(folder: string): () => void {
  const note = join(folder, OPEN_MARKER)
  makePrivateFile(note)
  return () => rmSync(note, { force: true })
}

/**
 * Opens a database that may not have been closed. Deletes the marker if a failed opening has checkpointed the log into
 * the database; otherwise the next start would report a missing log.
 */
export function openMarkedDatabase<T>(folder: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!existsSync(join(folder, DATABASE_LOG_FILE))) rmSync(join(folder, OPEN_MARKER), { force: true })
    throw error
  }
}

/** Removes other accounts' access. Windows has no such permissions; a folder in the user's profile is private there. */
function makePrivate(folder: string): void {
  if (process.platform === 'win32') return
  if (isOpenToOthers(folder)) {
    const names = readdirSync(folder)
    // Refuses a folder given by mistake: /home or /srv must not become inaccessible to all other accounts.
    if (
      !names.includes(DATABASE_FILE) &&
      names.some((name) => !FILES.includes(name) && !FOLDERS.includes(name) && name !== 'lost+found')
    ) {
      throw new UnusableFolderError(
        `The data folder ${folder} is open to other accounts and holds other things, too. Set DATA_DIR to a folder of its own, or make this one private: chmod 700 ${folder}`,
      )
    }
    restrictPermissions(folder, PRIVATE_FOLDER_MODE)
  }
  for (const [names, mode] of [
    [FILES, PRIVATE_FILE_MODE],
    [FOLDERS, PRIVATE_FOLDER_MODE],
  ] as const) {
    for (const name of names)
      ignoreMissingFile(() => isOpenToOthers(join(folder, name)) && restrictPermissions(join(folder, name), mode))
  }
}

function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & PERMISSIONS_OF_OTHERS) !== 0
}

function restrictPermissions(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    throw new UnusableFolderError(
      `${path} is open to other accounts and cannot be made private. Let it belong to the account that runs Relevo, and make it private: chmod ${mode.toString(8)} ${path}`,
      { cause: error },
    )
  }
}

function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE_MODE))
}
