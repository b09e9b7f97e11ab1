import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { quietLog, recoverAdministrator } from '#core/index.ts'
import {
  databasePath,
  FolderInUseError,
  lockDataFolder,
  markOpen,
  NUMBERS_FILE,
  openMarked,
  wasLeftOpen,
} from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { guardRestores } from '../restore/guard.ts'
import { openNumbers } from '../restore/numbers.ts'
import { openSqliteStore } from '../sqlite/store.ts'
import { readSettings } from '../settings.ts'
import { readRelease } from '../version.mjs'
import { type Command, CommandError, findDataFolder } from './command.ts'

const USAGE = `Usage: ${commandLine('reset-administrator', '[E-MAIL or USERNAME]')}
  Prints a one-time link with which an administrator sets a new password. Removes the account's second factors, ends its
  sessions, and activates it. Stop the server first. Without an argument: the only active administrator`

/** `npm run reset-administrator`: lets an administrator sign in again when none can. */
export const resetAdministrator: Command = async ({ args, env, print }) => {
  const [login, ...more] = args
  if (more.length > 0 || login?.startsWith('-') === true) {
    print(USAGE)
    return 2
  }
  const settings = readSettings(env)
  if ('wrong' in settings) throw new CommandError(settings.wrong)
  const folder = findDataFolder(env)
  const { release } = lockStoppedFolder(folder)
  try {
    const isChecked = wasLeftOpen(folder)
    const path = databasePath(folder)
    const database = openMarked(folder, () =>
      openSqliteStore(path, undefined, undefined, { isChecked, release: readRelease() }),
    )
    const numbers = openNumbers(join(folder, NUMBERS_FILE), {
      wasLeftOpen: isChecked,
      clock: Date.now,
      log: { ...quietLog, error: (event, facts) => print(`${event}: ${JSON.stringify(facts)}`) },
    })
    const unmark = markOpen(folder)
    let stop: () => Promise<void> = async () => undefined
    try {
      // As in the server, so that a restored backup does not bring the second factors back. Also ends what a restore
      // ends, before the new link is made.
      const guarded = await guardRestores(database, { folder, numbers, clock: Date.now, log: quietLog })
      const { store } = guarded
      stop = guarded.stop
      const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
      const done = await recoverAdministrator({ store, clock: Date.now, random }, login)
      if ('administrators' in done)
        throw new CommandError(
          done.administrators.length === 0
            ? 'There is no administrator. A start with --empty and an empty data folder creates the first one.'
            : `Name one of these administrators: ${done.administrators.join(', ')}`,
        )
      const home = settings.origins[0] ?? `http://localhost:${settings.port}`
      print(
        `Start the server. Then set the password of ${done.user.email || done.user.userMuniCore} here (once, within a day):`,
      )
      print(`${home}${done.link}`)
      return 0
    } finally {
      await stop()
      await numbers.close(database)
      // As in the server, so that the next start checks every page.
      if (database.isDamaged?.() !== true) unmark()
      await database.close()
    }
  } finally {
    release()
  }
}

function lockStoppedFolder(folder: string): { readonly release: () => void } {
  try {
    return lockDataFolder(folder)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandError(`The server is running with the data folder ${resolve(folder)}. Stop it first.`, {
      cause: error,
    })
  }
}
