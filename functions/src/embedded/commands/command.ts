import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSystemErrorCode } from '../advice.ts'
import { DATABASE_FILE, requireFileAccess } from '../data-folder.ts'
import { SQLITE_CODES, readSqliteCode } from '../sqlite/codes.ts'

/** Input and output of a command, replaced in tests. */
export type CommandContext = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** writes a line to standard output */
  readonly print: (line: string) => void
  /** for a command that runs until it is stopped: from this call on, signals of the system abort the returned signal */
  readonly untilStopped: () => AbortSignal
}

/** Runs a command. @returns its exit code: 0 done, 1 failed, 2 wrong use. Throws CommandError for a failure. */
export type Command = (context: CommandContext) => Promise<number>

/** Failure with a message for the administrator, in one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/**
 * Returns DATA_DIR. Throws CommandError when it has no database, or belongs to another account, whose server could not
 * write to files that this account would create there.
 */
export function findDataFolder(env: CommandContext['env']): string {
  const folder = resolve(env['DATA_DIR'] ?? './data')
  if (!existsSync(join(folder, DATABASE_FILE)))
    throw new CommandError(`There is no ${DATABASE_FILE} in ${folder}. Set DATA_DIR to the server's data folder.`)
  const owner = statSync(folder).uid
  const account = process.getuid?.() ?? owner
  if (account !== owner)
    throw new CommandError(
      `The data folder ${folder} belongs to another account (uid ${owner}). Run this command as root or as that account.`,
    )
  requireFileAccess(folder)
  return folder
}

/** The message of an error, without its stack. For a permission error, also names the account. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = readSystemErrorCode(error)
  const isRefused = code === 'EACCES' || code === 'EPERM' || readSqliteCode(error) === SQLITE_CODES.CANTOPEN
  return isRefused
    ? `${error.message} (for uid ${process.getuid?.()}; root runs commands as the owner of the data folder)`
    : error.message
}
