import { statfsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { createJsonLog } from '#core/index.ts'
import { buildStartAdvice } from './advice.ts'
import { checkDataFolder } from './release/check-data-folder.ts'
import { createLineWriter } from './http/line-writer.ts'
import { installLightResponses } from './http/light-responses.ts'
import { type RunningServer, startServer } from './server.ts'
import { DEFAULT_DATA_DIR, readSettings } from './settings.ts'
import { NewerStoreError } from './sqlite/schema.ts'
import { USAGE } from './usage.ts'
import { formatVersion, readRelease } from './version.mjs'

/** Exit codes after which systemd does not start the server again. */
const [WRONG_SETTING, NEWER_DATA] = [2, 3]
/** File descriptor. */
const STANDARD_OUTPUT = 1
const OPTIONS = ['--empty', '--older', '--check']
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Time limit of a clean stop in milliseconds. Acknowledged data is on disk in any case. */
const STOP_TIMEOUT = 5_000

const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => !OPTIONS.includes(arg))
  const settings = readSettings(process.env)
  if (unknown !== undefined || 'wrong' in settings) {
    printLine(unknown === undefined && 'wrong' in settings ? settings.wrong : USAGE)
    process.exitCode = unknown === '--help' ? 0 : WRONG_SETTING
    return
  }
  if (args.includes('--check')) return printLine(JSON.stringify(checkDataFolder(settings.dataDir)))
  const log = createJsonLog(printLine, Date.now)
  const release = readRelease()
  log.info('server.starting', { version: formatVersion(release), built: release.built, node: process.version })
  installLightResponses()
  const firstStart = args.includes('--empty') ? 'administrator' : 'demo'
  const lines = createLineWriter(STANDARD_OUTPUT)
  const { loggedRequests } = settings
  const requestLog =
    loggedRequests === 'off' ? undefined : { requests: loggedRequests, log: createJsonLog(lines.write, Date.now) }
  const isOlderAllowed = args.includes('--older')
  const server = await startServer({ ...settings, firstStart, isOlderAllowed, log, requestLog })
  process.once('exit', lines.close)
  stopOnSignal(server)
  printGreeting(server, settings.dataDir, settings.origins[0])
}

function stopOnSignal(server: RunningServer): void {
  let stopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // A second signal ends the process at once; durability does not depend on a clean stop.
      if (stopping) process.exit(1)
      stopping = true
      printLine('\nStopping…')
      setTimeout(() => process.exit(1), STOP_TIMEOUT).unref()
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

/** @param home the public address; undefined: ORIGIN is not set */
function printGreeting(
  { url, port, accounts, adminLink, mailbox, pages }: RunningServer,
  dataDir: string,
  home: string | undefined,
): void {
  const everywhere = url.includes('//0.0.0.0') || url.includes('//[::]')
  const addresses = everywhere
    ? ['localhost', ...listOwnAddresses()].map((host) => `http://${host}:${port}`)
    : [url.replace('//127.0.0.1', '//localhost')]
  printLine(`\n  Relevo is running:  ${addresses.join('  ')}`)
  printLine(`  Data folder:        ${dataDir}`)
  if (mailbox !== undefined) printLine(`  Its mails:          ${mailbox}`)
  if (pages !== undefined) printLine(`  A citizen portal:   ${pages.portal}\n  A site with forms:  ${pages.host}`)
  if (adminLink !== undefined) {
    printLine(
      `\n  Set the first administrator's password here (once, within a day):\n  ${home ?? addresses[0]}${adminLink}`,
    )
  }
  const [first] = accounts
  if (first !== undefined) {
    const width = Math.max(...accounts.map((account) => account.email.length))
    printLine(`\n  Demonstration accounts, password for all: ${first.password}`)
    for (const { email, role } of accounts) printLine(`    ${email.padEnd(width)}  ${role}`)
  }
  printLine('\n  Ctrl-C stops the server.\n')
}

function listOwnAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter((address) => address.family === 'IPv4' && !address.internal).map((address) => address.address)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`)
  process.exitCode = error instanceof NewerStoreError ? NEWER_DATA : 1
}

function explainStartError(error: unknown): string {
  const folder = resolve(process.env['DATA_DIR'] ?? DEFAULT_DATA_DIR)
  const advice = buildStartAdvice(error, { folder, port: process.env['PORT'] ?? '8080', free: readFreeBytes(folder) })
  return advice ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function readFreeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
