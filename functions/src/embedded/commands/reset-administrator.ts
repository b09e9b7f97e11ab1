import { randomBytes } from 'node:crypto'
import { recoverAdministrator } from '#core/index.ts'
import { commandLine } from '../program-files.mjs'
import { readSettings } from '../settings.ts'
import { type Command, CommandError, findDataFolder } from './command.ts'
import { withStoppedStore } from './stopped-store.ts'

const USAGE = `Usage: ${commandLine('reset-administrator', '[E-MAIL or USERNAME]')}
  Prints a one-time link with which an administrator sets a new password. Removes the account's second factors, ends its
  sessions, and activates it. Stop the server first. Without an argument: the only active administrator`

/** `npm run reset-administrator`: lets an administrator sign in again when none can. */
export const resetAdministratorCommand: Command = async ({ args, env, print }) => {
  const [login, ...more] = args
  if (more.length > 0 || login?.startsWith('-') === true) {
    print(USAGE)
    return 2
  }
  const settings = readSettings(env)
  if ('wrong' in settings) throw new CommandError(settings.wrong)
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
  const done = await withStoppedStore(findDataFolder(env), print, ({ store }) =>
    recoverAdministrator({ store, clock: Date.now, random }, login),
  )
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
}
