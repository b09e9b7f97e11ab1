import { statfsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readOutsideAddresses } from '#connectors/connect.ts'
import { readIdentitySettings } from '#connectors/identity.ts'
import { readMailSettings } from '#connectors/mail.ts'
import { readWebhookSettings } from '#connectors/webhooks/post.ts'
import { DEFAULT_ADMIN_EMAIL, jsonLog } from '#core/index.ts'
import { adviceForStart } from './advice.ts'
import { checkData } from './release/check-data.ts'
import { useLightResponses } from './http/light-responses.ts'
import { type RunningServer, startServer } from './server.ts'
import { NewerStoreError } from './sqlite/schema.ts'
import { USAGE } from './usage.ts'
import { formatVersion, readRelease } from './version.mjs'

/** Exit codes. With either of them systemd does not start the server again. */
const [WRONG_SETTING, NEWER_DATA] = [2, 3]
const DEFAULT_DATA_DIR = './data'
const OPTIONS = ['--empty', '--older', '--check']
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Time limit of a clean stop in milliseconds. Acknowledged data is on disk in any case. */
const STOP_TIMEOUT = 5_000

const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => !OPTIONS.includes(arg))
  const port = Number(process.env['PORT'] ?? 8080)
  if (unknown !== undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    printLine(unknown === undefined ? `PORT is not a port: ${process.env['PORT']}` : USAGE)
    process.exitCode = unknown === '--help' ? 0 : WRONG_SETTING
    return
  }
  const empty = args.includes('--empty')
  const { DATA_DIR, HOST, ORIGIN, PROXY, ADMIN_EMAIL } = process.env
  if (ADMIN_EMAIL !== undefined && !z.email().safeParse(ADMIN_EMAIL).success) {
    printLine(`ADMIN_EMAIL is not an e-mail address: ${ADMIN_EMAIL}`)
    process.exitCode = WRONG_SETTING
    return
  }
  const outside = readOutsideAddresses(process.env)
  if ('wrong' in outside) {
    printLine(adviceOn(outside.wrong))
    process.exitCode = WRONG_SETTING
    return
  }
  const mail = readMailSettings(process.env)
  if ('wrong' in mail) {
    printLine(
      mail.wrong === 'SMTP_URL'
        ? 'SMTP_URL is not the address of a mail server: smtps://user:password@mail.example.org'
        : 'MAIL_FROM has to be the address that mails come from: Relevo <forms@example.org>',
    )
    process.exitCode = WRONG_SETTING
    return
  }
  const identity = readIdentitySettings(process.env)
  if (identity !== undefined && 'wrong' in identity) {
    printLine(`${identity.wrong} is missing or wrong: npm start -- --help`)
    process.exitCode = WRONG_SETTING
    return
  }
  if (args.includes('--check')) return printLine(JSON.stringify(checkData(DATA_DIR ?? DEFAULT_DATA_DIR)))
  const log = jsonLog(printLine, Date.now)
  const release = readRelease()
  log.info('server.starting', { version: formatVersion(release), built: release.built, node: process.version })
  useLightResponses()
  const server = await startServer({
    port,
    host: HOST ?? '127.0.0.1',
    dataDir: DATA_DIR ?? DEFAULT_DATA_DIR,
    firstStart: empty ? 'administrator' : 'demo',
    adminEmail: ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
    origins: (ORIGIN ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    behindProxy: PROXY === '1',
    outside,
    mail,
    identity,
    webhooks: readWebhookSettings(process.env),
    clockChecked: process.env['CLOCK_CHECKED'],
    isOlderAllowed: args.includes('--older'),
    log,
  })
  stopOnSignal(server)
  printGreeting(server, DATA_DIR ?? DEFAULT_DATA_DIR)
}

/** @param name the invalid environment variable */
function adviceOn(name: string): string {
  if (name.endsWith('_ATTRIBUTION')) return `${name} has to say whose map it is: © OpenStreetMap contributors`
  const given = process.env[name]
  if (name === 'MAP_DOWNLOAD') return `MAP_DOWNLOAD is 'allowed', or is not there: ${given}`
  return name.startsWith('MAP_')
    ? `${name} is not the address of a map, https://tiles.example.org/{z}/{x}/{y}.png: ${given}`
    : `${name} is not an address (http or https): ${given}`
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

function printGreeting({ url, port, accounts, adminLink, mailbox, pages }: RunningServer, dataDir: string): void {
  const everywhere = url.includes('//0.0.0.0') || url.includes('//[::]')
  const addresses = everywhere
    ? ['localhost', ...listOwnAddresses()].map((host) => `http://${host}:${port}`)
    : [url.replace('//127.0.0.1', '//localhost')]
  printLine(`\n  Relevo is running:  ${addresses.join('  ')}`)
  printLine(`  Data folder:        ${dataDir}`)
  if (mailbox !== undefined) printLine(`  Its mails:          ${mailbox}`)
  if (pages !== undefined) printLine(`  A citizen portal:   ${pages.portal}\n  A site with forms:  ${pages.host}`)
  if (adminLink !== undefined) {
    printLine(`\n  Set the first administrator's password here (once, within a day):\n  ${addresses[0]}${adminLink}`)
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
  const advice = adviceForStart(error, { folder, port: process.env['PORT'] ?? '8080', free: readFreeBytes(folder) })
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
