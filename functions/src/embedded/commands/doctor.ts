import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkMailServer } from '#connectors/mail.ts'
import { createMapTilesClient } from '#connectors/map-tiles.ts'
import { DEFAULT_TUNING } from '#core/index.ts'
import { readSystemErrorCode } from '../advice.ts'
import { DATABASE_FILE, readLastBackup, requireFileAccess } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { requireFreePort } from '../http/listen.ts'
import { readSettings } from '../settings.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'
import { hasTable } from './check-database.ts'
import { type Command, explainError } from './command.ts'

type Finding = { readonly level: 'ok' | 'warning' | 'error'; readonly text: string }
type Settings = Exclude<ReturnType<typeof readSettings>, { readonly wrong: string }>
type Check = { readonly name: string; readonly run: (settings: Settings) => Finding | Promise<Finding> }

const TIMEOUT_MS = 8_000
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const GB = 1024 ** 3
/** Free space below which an administrator should act. */
const LOW_SPACE_BYTES = 5 * GB
/** Maximum age of a daily backup, with a tolerance of two hours. */
const MAX_BACKUP_AGE = DAY + 2 * HOUR
/** Maximum difference between the clock and the latest time seen by the server, as in `clock-leap.ts`. */
const MAX_LEAP = 2 * DAY
const ISO_DATE_LENGTH = 10
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
/** Maximum difference to the clock of another machine, in milliseconds. */
const MAX_SKEW = 60_000

const ok = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const error = (text: string): Finding => ({ level: 'error', text })

/**
 * `npm run doctor`: checks the machine and the settings, and prints a line per check. @returns 1 when a check finds an
 * error
 */
export const doctorCommand: Command = async ({ args, env, print }) => {
  if (args.length > 0) {
    print(`Usage: ${commandLine('doctor')}   (with the environment of the server)`)
    return 2
  }
  const settings = readSettings(env)
  if ('wrong' in settings) {
    print(describe('settings', error(settings.wrong)))
    return 1
  }
  const findings = await Promise.all(
    CHECKS.map(async ({ name, run }) => {
      const finding = await runCheckSafely(() => run(settings))
      return { name, finding }
    }),
  )
  for (const { name, finding } of findings) print(describe(name, finding))
  return findings.some(({ finding }) => finding.level === 'error') ? 1 : 0
}

function describe(name: string, { level, text }: Finding): string {
  return `${level.padEnd(8)} ${name.padEnd(16)} ${text}`
}

async function runCheckSafely(run: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (thrown) {
    return error(explainError(thrown))
  }
}

const CHECKS: readonly Check[] = [
  { name: 'settings', run: checkSettings },
  { name: 'data folder', run: checkFolder },
  { name: 'disk', run: checkDisk },
  { name: 'backup', run: checkBackup },
  { name: 'port', run: checkPort },
  { name: 'metrics', run: checkMetrics },
  { name: 'clock', run: checkClock },
  { name: 'time zone', run: checkTimeZone },
  { name: 'mail', run: checkMail },
  { name: 'map', run: checkMap },
  { name: 'single sign-on', run: checkIdentity },
  { name: 'outside systems', run: checkOutside },
]

function checkSettings({ origins, behindProxy }: Settings): Finding {
  const [home] = origins
  if (home === undefined) return warning('ORIGIN is not set: links in e-mails begin with http://localhost')
  if (!origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin))
    return error(
      `ORIGIN is a list of addresses without a path, such as https://forms.example.org: ${origins.join(', ')}`,
    )
  if (!home.startsWith('https:')) return warning(`ORIGIN is ${home}: without https, browsers allow no work offline`)
  return behindProxy ? ok(home) : warning(`${home}, but PROXY=1 is not set: behind a proxy all clients count as one`)
}

function checkFolder({ dataDir }: Settings): Finding {
  const folder = resolve(dataDir)
  if (!existsSync(folder)) return warning(`${folder} does not exist yet; the first start creates it`)
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  if (!existsSync(join(folder, DATABASE_FILE))) return warning(`${folder} has no database yet`)
  requireFileAccess(folder)
  return process.getuid?.() === 0 ? warning(`${folder} belongs to root, as which the unit does not run`) : ok(folder)
}

function checkDisk({ dataDir }: Settings): Finding {
  const { bavail, bsize } = statfsSync(existsSync(resolve(dataDir)) ? resolve(dataDir) : '.')
  const free = bavail * bsize
  const text = `${(free / GB).toFixed(1)} GB free`
  if (free < DEFAULT_TUNING.diskReserve) return error(`${text}: the server stores nothing new`)
  return free < LOW_SPACE_BYTES ? warning(text) : ok(text)
}

function checkBackup({ dataDir }: Settings): Finding {
  const last = readLastBackup(resolve(dataDir))
  if (last === undefined) return warning(`none is recorded: ${commandLine('backup', 'FOLDER')}`)
  const text = `${last.at} in ${last.folder}`
  return Date.now() - Date.parse(last.at) > MAX_BACKUP_AGE ? warning(`the last one is of ${text}`) : ok(text)
}

async function checkPort({ port, host }: Settings): Promise<Finding> {
  const code = await requireFreePort({ port, host }).then(
    () => undefined,
    (thrown: unknown) => readSystemErrorCode(thrown) ?? explainError(thrown),
  )
  if (code === undefined) return ok(`${host}:${port} is free; the server is not running`)
  if (code !== 'EADDRINUSE') return error(`${host}:${port} cannot be used: ${code}`)
  const reply = await askServer({ host, port }, '/api/health').catch(() => undefined)
  const health = (await reply?.json().catch(() => undefined)) as { readonly app?: string } | undefined
  if (health?.app === undefined) return error(`${host}:${port} is taken by another program`)
  return reply?.ok === true ? ok(`the server runs (${health.app})`) : error(`the server's health is ${reply?.status}`)
}

/** Asks the server on this machine. */
function askServer(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return ask(`http://${address}:${port}${path}`, headers)
}

async function checkMetrics(settings: Settings): Promise<Finding> {
  if (settings.metricsToken === undefined) return ok('METRICS_TOKEN is not set: /api/metrics answers 404')
  const authorization = `Bearer ${settings.metricsToken}`
  const reply = await askServer(settings, '/api/metrics', { authorization }).catch(() => undefined)
  if (reply === undefined) return ok('METRICS_TOKEN is set; the server is not running')
  return reply.ok
    ? ok('/api/metrics accepts METRICS_TOKEN')
    : error(`/api/metrics answers with ${reply.status}: has the server started since METRICS_TOKEN was set?`)
}

/** Compares the clock with the latest time that the server has seen, and with the public address, if it answers. */
async function checkClock({ dataDir, origins }: Settings): Promise<Finding> {
  const seen = readSeenTime(join(resolve(dataDir), DATABASE_FILE))
  const now = new Date().toISOString()
  if (seen !== undefined && Math.abs(Date.now() - Date.parse(seen)) > MAX_LEAP)
    return error(
      `it is ${now} here, and the server has last seen ${seen}. Correct it. If today is ${now.slice(0, ISO_DATE_LENGTH)}, start with CLOCK_CHECKED=${now.slice(0, ISO_DATE_LENGTH)}`,
    )
  const [home] = origins
  const date =
    home === undefined
      ? null
      : await ask(home).then(
          (reply) => reply.headers.get('date'),
          () => null,
        )
  const skew = date === null ? 0 : Date.now() - Date.parse(date)
  return Math.abs(skew) > MAX_SKEW ? warning(`${now}, but ${home} says ${date}`) : ok(now)
}

function readSeenTime(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    if (!hasTable(db, 'settings')) return undefined
    const row = db
      .prepare(`SELECT body ->> 'at' AS at FROM ${buildDocumentsTableName('settings')} WHERE key = ?`)
      .get('settings/clock')
    return typeof row?.['at'] === 'string' ? row['at'] : undefined
  } finally {
    db.close()
  }
}

function checkTimeZone(): Finding {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return ok(`${timeZone}; dates of forms are in their municipality's time zone`)
}

async function checkMail({ mail }: Settings): Promise<Finding> {
  if (mail.url === undefined) return warning('SMTP_URL is not set: e-mails are stored in the data folder')
  const problem = await checkMailServer(mail.url)
  const { host, hostname, protocol, username, searchParams } = new URL(mail.url)
  if (problem !== undefined) return error(`${host}: ${problem}`)
  if (protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true' && !LOCAL_HOSTS.includes(hostname))
    return warning(`${host} may get the password and e-mails without encryption: smtps://, or ?requireTLS=true`)
  const accepts = username === '' ? 'answers, without a sign-in' : 'accepts the sign-in'
  return ok(`${host} ${accepts}; ${commandLine('send-test-mail')} sends one`)
}

async function checkMap({ outside: { tiles = {} } }: Settings): Promise<Finding> {
  const problems: string[] = []
  const client = createMapTilesClient({ ...HTTP_DEPS, failed: ({ why }) => void problems.push(why) }, tiles)
  if (client.layers.length === 0) return warning('MAP_TILES_URL is not set: forms have no map')
  const isOpenStreetMap = Object.values(tiles).some(({ template }) =>
    /^https?:\/\/[^/]*openstreetmap\.org\//.test(template),
  )
  if (isOpenStreetMap) return error('the servers of openstreetmap.org may not be used; choose another provider')
  for (const { layer } of client.layers) {
    const tile = await client.tile(layer, { z: 1, x: 0, y: 0 })
    if (!tile.ok) return error(`no tile of the layer ${layer}: ${problems.join('; ') || tile.problem.code}`)
  }
  return ok(client.layers.map(({ layer }) => layer).join(', '))
}

async function checkIdentity({ identity, origins }: Settings): Promise<Finding> {
  if (identity === undefined) return ok('not configured')
  if (origins.length === 0) return error('single sign-on needs ORIGIN')
  const address = `${identity.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const reply = await ask(address)
  return reply.ok ? ok(identity.issuer) : error(`${address} answers with ${reply.status}`)
}

/** Any reply shows that a system can be reached. Only real calls show whether it accepts the token. */
async function checkOutside({ outside }: Settings): Promise<Finding> {
  const systems = Object.entries(outside).flatMap(([name, system]) =>
    typeof system === 'object' && 'url' in system && typeof system.url === 'string' ? [{ name, url: system.url }] : [],
  )
  if (systems.length === 0) return ok('none are configured')
  const lost = await Promise.all(
    systems.map(({ name, url }) =>
      ask(url).then(
        () => [],
        (thrown: unknown) => [`${name} (${url}): ${explainError(thrown)}`],
      ),
    ),
  )
  return lost.flat().length > 0
    ? error(`cannot be reached: ${lost.flat().join('; ')}`)
    : ok(systems.map(({ name }) => name).join(', '))
}

const HTTP_DEPS = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
}
