import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ExternalSystemAddresses } from '#connectors/connect.ts'
import type { IdentitySettings } from '#connectors/identity.ts'
import { type MailSettings, NO_MAIL_SERVER } from '#connectors/mail.ts'
import type { PublicAddressSettings } from '#connectors/webhooks/public-only.ts'
import {
  createNudgeHub,
  createSweeps,
  createServerMonitor,
  DEFAULT_ADMIN_EMAIL,
  DEFAULT_TUNING,
  createFirstAdministrator,
  quietLog,
  type RequestLog,
  createScryptHasher,
  type ServerMonitor,
  watchStore,
} from '#core/index.ts'
import type { Log, PasswordHasher, Ports } from '#core/ports.ts'
import { DATABASE_CHECK_MESSAGE, buildDamagedDatabaseAdvice, buildFullDiskAdvice } from './advice.ts'
import {
  prepareDatabasePath,
  forbidDowngrade,
  isDowngradeAllowed,
  markDatabaseOpen,
  openMarkedDatabase,
  lockDataFolder,
  ASSIGNED_NUMBERS_FILE,
  UnusableFolderError,
  wasDatabaseLeftOpen,
} from './data-folder.ts'
import { openDiskFiles } from './disk/files.ts'
import { MAIL_FOLDER } from './disk/mail-folder.ts'
import { CACHE_FOLDER, openReplyCache, PUBLIC_CACHE_BYTES, PUBLIC_CACHE_FOLDER } from './disk/reply-cache.ts'
import { type DemoAccount, fillDemo } from './first-start/fill-demo.ts'
import { updateIndexesInBackground } from './follow-quietly.ts'
import { MAX_CONNECTIONS_PER_ADDRESS, requireFreePort, startListening } from './http/listen.ts'
import { createRequestHandler, type HandlerOptions } from './http/request-handler.ts'
import { startJobLoop } from './job-loop.ts'
import { readMachineMetrics } from './machine-figures.ts'
import { connectExternalSystems, type ConnectedExternalSystems } from './external-systems.ts'
import { createThreadedPdfMaker } from './pdfs/thread-pdfs.ts'
import { guardAgainstRestores } from './restore/guard.ts'
import { openNumberJournal } from './restore/numbers.ts'
import { SCHEMA_VERSION } from './sqlite/schema.ts'
import { openSqliteStore } from './sqlite/store.ts'
import { readRelease } from './version.mjs'

const HOUR = 60 * 60 * 1000
const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))

export type ServerOptions = HandlerOptions & {
  /** 0 for any free port */
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** content of an empty data folder: the demonstration, a first administrator, or nothing */
  readonly firstStart: 'demo' | 'administrator' | 'nothing'
  readonly adminEmail?: string
  /** addresses of outside systems; with demonstration data, missing systems are simulated */
  readonly outside?: ExternalSystemAddresses
  /** without a mail server, e-mails are stored in the data folder */
  readonly mail?: MailSettings
  /** the single sign-on provider */
  readonly identity?: IdentitySettings | undefined
  /** allowed addresses of webhooks; by default only https and public addresses */
  readonly webhooks?: PublicAddressSettings
  /** date on which an administrator confirmed the machine's clock, such as `2027-01-31` */
  readonly clockChecked?: string | undefined
  /** bearer token of `/api/metrics`, which is switched off without one */
  readonly metricsToken?: string | undefined
  /** logged requests; undefined: none */
  readonly requestLog?: Pick<RequestLog, 'requests' | 'log'> | undefined
  /** also opens data that a newer release has written */
  readonly isOlderAllowed?: boolean
  readonly log?: Log
  readonly passwords?: PasswordHasher
  readonly clock?: () => number
}

export type RunningServer = {
  /** `http://127.0.0.1:8080` */
  readonly url: string
  readonly port: number
  readonly ports: Ports
  /** accounts of the demonstration, filled now or earlier */
  readonly accounts: readonly DemoAccount[]
  /** page with the demonstration's e-mails; undefined with a mail server, or without demonstration data */
  readonly mailbox: string | undefined
  /** the demonstration's citizen portal and site with forms; undefined without demonstration data */
  readonly pages: ConnectedExternalSystems['pages']
  /** path of the first administrator's one-time link; undefined once a password is set */
  readonly adminLink: string | undefined
  /** Finishes current requests (4 s by default), then closes the store and releases the folder. May be called twice. */
  close(grace?: number): Promise<void>
}

/**
 * Starts a server. Throws FolderInUseError, UnusableFolderError, NewerStoreError, or an error of the system or SQLite.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir)
  const folder = lockDataFolder(dataDir)
  const undo: (() => void | Promise<void>)[] = [folder.release]
  try {
    await requireFreePort(options)
    const clock = options.clock ?? Date.now
    const figures = {
      token: options.metricsToken,
      now: () => performance.now(),
      machine: () => readMachineMetrics(dataDir, clock),
    }
    const watch = createServerMonitor(figures, options.requestLog && { ...options.requestLog, random })
    const machine = await openPorts(dataDir, { ...options, clock, watch }, undo)
    const accounts = options.firstStart === 'demo' ? await fillDemo(machine) : []
    let port = 0
    const outside = await connectExternalSystems({
      addresses: options.outside ?? {},
      mail: options.mail ?? NO_MAIL_SERVER,
      identity: options.identity,
      webhooks: options.webhooks ?? { allowsLocal: false },
      mailFolder: join(dataDir, MAIL_FOLDER),
      home: () => options.origins?.[0] ?? `http://localhost:${port}`,
      isDemo: accounts.length > 0,
      replies: openReplies(dataDir, machine),
      log: machine.log,
    })
    undo.push(outside.close)
    // Requests and jobs share this store, so that listeners are notified of writes by both.
    const hub = createNudgeHub(DEFAULT_TUNING)
    const store = watchStore(machine.store, hub)
    const ports: Ports = { ...machine, store, connectors: outside.connectors }
    const adminLink =
      options.firstStart === 'administrator'
        ? await createFirstAdministrator(ports, options.adminEmail ?? DEFAULT_ADMIN_EMAIL)
        : undefined
    const stopping = new AbortController()
    const perAddress = options.behindProxy === true ? undefined : MAX_CONNECTIONS_PER_ADDRESS
    const listening = await startListening(
      createRequestHandler(ports, options, { hub, watch, stopping: stopping.signal }),
      {
        port: options.port,
        host: options.host,
        perAddress,
      },
    )
    const host = options.host.includes(':') ? `[${options.host}]` : options.host
    port = listening.port
    undo.push(sweepHourly(ports, options.clockChecked), startJobLoop(ports), updateIndexesInBackground(ports))
    const url = `http://${host}:${port}`
    void logStart(ports, { address: url, origins: options.origins ?? [], data: dataDir })
    let closing: Promise<void> | undefined
    return {
      url,
      port,
      ports,
      accounts,
      mailbox: outside.mailbox,
      pages: outside.pages,
      adminLink,
      close: (grace) => {
        stopping.abort()
        return (closing ??= listening.close(grace).then(() => runAll(undo)))
      },
    }
  } catch (error) {
    await runAll(undo)
    throw error
  }
}

async function openPorts(
  dataDir: string,
  options: ServerOptions & { readonly clock: () => number; readonly watch: ServerMonitor },
  undo: (() => void | Promise<void>)[],
): Promise<Ports> {
  const { clock, watch } = options
  const log = options.log ?? quietLog
  const files = await openDiskFiles(dataDir, clock, log)
  const free = await files.availableBytes?.()
  // With less free space no one could sign in, and SQLite could not checkpoint its log.
  if (free !== undefined && free < DEFAULT_TUNING.signInReserve)
    throw new UnusableFolderError(buildFullDiskAdvice(dataDir, free))
  const file = prepareDatabasePath(dataDir)
  const isChecked = wasDatabaseLeftOpen(dataDir)
  if (isChecked) log.info('store.checking', { hint: DATABASE_CHECK_MESSAGE, bytes: statSync(file).size })
  const database = openMarkedDatabase(dataDir, () =>
    openSqliteStore(file, undefined, () => performance.now(), {
      isChecked,
      release: { ...readRelease(), isOlderAllowed: options.isOlderAllowed === true || isDowngradeAllowed(dataDir) },
      damaged: (error) =>
        log.error('store.damaged', { hint: buildDamagedDatabaseAdvice(dataDir), error: String(error) }),
    }),
  )
  forbidDowngrade(dataDir)
  const numbers = openNumberJournal(join(dataDir, ASSIGNED_NUMBERS_FILE), { wasLeftOpen: isChecked, log, clock })
  const removeOpenMarker = markDatabaseOpen(dataDir)
  // Keeps the marker of a damaged database, so that the next start checks every page.
  undo.push(
    () => database.close(),
    () => (database.isDamaged?.() === true ? undefined : removeOpenMarker()),
    // Also after a failed start: without the marker, the next start would treat the database as a restored backup.
    () => numbers.close(database),
  )
  const watched = watch.watchCommits(database)
  const { store, isEnded, stop } = await guardAgainstRestores(watched, { folder: dataDir, numbers, files, clock, log })
  undo.push(stop)
  const pdfs = createThreadedPdfMaker(log)
  undo.push(pdfs.close)
  return {
    store,
    files,
    clock,
    random,
    passwords: options.passwords ?? createScryptHasher(),
    log,
    pdfs,
    isEnded,
  }
}

/** Opens the caches of map providers' replies. */
function openReplies(dataDir: string, { files, clock }: Ports) {
  const room = async (): Promise<number> => (await files.availableBytes?.()) ?? Infinity
  const cache = openReplyCache({ folder: join(dataDir, CACHE_FOLDER), clock, availableBytes: room })
  const folder = join(dataDir, PUBLIC_CACHE_FOLDER)
  return { cache, publicCache: openReplyCache({ folder, clock, availableBytes: room, max: PUBLIC_CACHE_BYTES }), clock }
}

/** Logs one line with the facts that an operator looks for first. `answers` is missing while the lists are rebuilt. */
async function logStart({ store, log }: Ports, facts: Readonly<Record<string, unknown>>): Promise<void> {
  const { version, commit, built } = readRelease()
  const answers = await store.count({ collection: 'respuestas_formularios' }).catch(() => undefined)
  log.info('server.started', { version, commit, built, ...facts, answers, layout: SCHEMA_VERSION })
}

/** Runs the sweeps at the start and every hour, concurrently. */
function sweepHourly(ports: Ports, clockChecked: string | undefined): () => void {
  const { log } = ports
  const sweeps = createSweeps(ports, { clockChecked })
  const sweep = (): void => {
    for (const { name, run } of sweeps) {
      run().then(
        (count) => count > 0 && log.info(`sweep.${name}`, { count }),
        (error: unknown) => log.error(`sweep.${name}-failed`, { error }),
      )
    }
  }
  const timer = setInterval(sweep, HOUR)
  timer.unref()
  sweep()
  return () => clearInterval(timer)
}

async function runAll(undo: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (const step of undo.toReversed()) await step()
}
