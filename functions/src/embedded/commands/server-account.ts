import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/** The part of `process` that changes its account, replaced in tests. */
type Account = Pick<NodeJS.Process, 'env' | 'loadEnvFile' | 'getuid' | 'setgid' | 'setgroups' | 'setuid'>

const DEFAULT_SETTINGS_FILE = '/etc/relevo/relevo.env'

/**
 * Lets root run a command like the service: with its settings, and as the account that owns the data folder, because
 * that account could not open files of root. Environment variables take precedence over the settings file. Without
 * root, the account is not changed.
 * @returns the reason why the command must not run: without the settings, it would use another folder
 */
export function switchToServerAccount(account: Account): string | undefined {
  const settings = account.env['RELEVO_ENV'] ?? DEFAULT_SETTINGS_FILE
  if (account.getuid?.() !== 0)
    return existsSync(settings) && account.env['DATA_DIR'] === undefined
      ? `Run this command as root, which reads the server's settings in ${settings}.`
      : undefined
  if (existsSync(settings)) account.loadEnvFile(settings)
  const folder = resolve(account.env['DATA_DIR'] ?? './data')
  const owner = existsSync(folder) ? statSync(folder) : undefined
  if (owner === undefined || owner.uid === 0) return undefined
  account.setgroups?.([])
  account.setgid?.(owner.gid)
  account.setuid?.(owner.uid)
  return undefined
}
