import { DamagedStoreError, DiskFullError } from '#core/ports.ts'
import { FolderInUseError, UnusableFolderError } from './data-folder.ts'
import { commandLine } from './program-files.mjs'
import { SQLITE_CODES, readSqliteCode } from './sqlite/codes.ts'
import { NewerStoreError } from './sqlite/schema.ts'

/** Facts about a failed start. `free`: free bytes on the disk of the data folder; undefined: unknown */
export type FailedStart = { readonly folder: string; readonly port: string; readonly free: number | undefined }

const MB = 1024 * 1024
/** Free bytes below which every SQLite error is reported as a full disk. */
const FULL_DISK_BYTES = MB

/** Advice about a failed start; undefined for a bug, whose stack is then shown. */
export function buildStartAdvice(error: unknown, start: FailedStart): string | undefined {
  if (error instanceof FolderInUseError || error instanceof NewerStoreError || error instanceof UnusableFolderError)
    return error.message
  const { folder, port, free } = start
  const system = readSystemErrorCode(error)
  const sqlite = readSqliteCode(error)
  if (system === 'EADDRINUSE')
    return `Port ${port} is used by another program. Stop that program, or set PORT to another port.`
  if (isPortError(error)) return `Port ${port} may not be used by this account. Set PORT to another port, such as 8080.`
  const isFull =
    system === 'ENOSPC' || system === 'EDQUOT' || sqlite === SQLITE_CODES.FULL || error instanceof DiskFullError
  if (isFull || (sqlite !== undefined && free !== undefined && free < FULL_DISK_BYTES))
    return buildFullDiskAdvice(folder, free)
  if (error instanceof DamagedStoreError || sqlite === SQLITE_CODES.CORRUPT || sqlite === SQLITE_CODES.NOTADB)
    return buildDamagedDatabaseAdvice(folder)
  const isRefused =
    system === 'EACCES' ||
    system === 'EPERM' ||
    system === 'EROFS' ||
    sqlite === SQLITE_CODES.READONLY ||
    sqlite === SQLITE_CODES.CANTOPEN
  if (isRefused)
    return `The data folder ${folder} cannot be written to. Make the account that runs Relevo the owner of the folder and of all files in it, use a disk that is not read-only, or set DATA_DIR to another folder.`
  if (system === 'ENOTDIR' || system === 'EEXIST')
    return `The data folder ${folder} is not a folder. Set DATA_DIR to a folder.`
  if (system === 'EIO' || sqlite === SQLITE_CODES.IOERR)
    return `The disk of the data folder ${folder} cannot be read or written. Check the log of the operating system. If the disk is broken, restore the latest backup on another disk.`
  return undefined
}

/** Shown while the database is checked, after an unclean stop. */
export const DATABASE_CHECK_MESSAGE =
  'The server was not stopped cleanly. The whole database is checked before the first request is served. This takes a few seconds per gigabyte.'

/** Advice about a damaged database. */
export function buildDamagedDatabaseAdvice(folder: string): string {
  return `The database in the data folder ${folder} is damaged, and nothing more is written to it. Stop the server, check the disk, and follow "Damage" in OPERATING.md: restore the latest backup, or copy what is readable into a new folder with ${commandLine('salvage', `${folder} NEW-FOLDER`)}. Keep the files ended and numbers.`
}

export function buildFullDiskAdvice(folder: string, free: number | undefined): string {
  const left = free === undefined ? '' : ` (${Math.floor(free / MB)} MB free)`
  return `The disk of the data folder ${folder} is full${left}. Free at least 300 MB and start again. All received data is safe.`
}

function isPortError(error: unknown): boolean {
  return (
    readSystemErrorCode(error) === 'EACCES' &&
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'listen'
  )
}

/** The operating system's code of an error, such as `ENOSPC`; undefined for an error without one. */
export function readSystemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
