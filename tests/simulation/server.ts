import { createHash } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { createApp, quietLog } from '#core/index.ts'
import { openMemoryFiles } from '#tests/support/memory/index.ts'
import { findSupportedJobs } from '#core/jobs/handlers.ts'
import { runDueJobs } from '#core/jobs/run-due.ts'
import { pollDueOrders } from '#core/payments/poll-orders.ts'
import { createSweeps } from '#core/sweeps.ts'
import type { Connectors, FileStore, Ports, Store } from '#core/ports.ts'
import { DEFAULT_TUNING, type Tuning } from '#core/tuning.ts'
import type { IndexFollowerStep } from '#embedded/sqlite/following/follower.ts'
import { openNumberJournal, createNumberReservingStore, type NumberJournal } from '#embedded/restore/numbers.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { EARLIER_APP } from '#tests/support/device/earlier-app.ts'
import { type Caller, createMutationUnit } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import type { Mutation, PushResult } from '#domain/sync/index.ts'
import type { Unit, Write } from '#domain/store/index.ts'
import { recordEnded } from './brought-back.ts'
import type { Chance } from './chance.ts'
import { never } from './process.ts'
import type { Timeline } from './timeline.ts'

export const ORIGIN = 'http://relevo.test'

/** Point in a request's life at which the server is killed. */
type CrashPoint = 'before commit' | 'after commit' | 'between file and row'
/** …or in the follower, which writes the lists. */
type FollowerPoint = `in the follower, ${IndexFollowerStep}`

export type SimServer = {
  /** @returns undefined when the connection fails, because the server is down or is killed */
  handle(request: Request): Promise<Response | undefined>
  /** Judges a citizen's mutation directly, because there is no endpoint yet. @returns undefined as above */
  judge(mutation: Mutation, caller: Caller): Promise<PushResult | undefined>
  /** the next request that reaches this point kills the server, which restarts by itself */
  crashAt(point: CrashPoint): void
  /** runs the due jobs once; does nothing while the server is down */
  runJobs(): Promise<void>
  /** copies a store on file, like a nightly backup. @returns restores that copy, with the server down */
  backUp(): () => Promise<void>
  /** reconciles payments with the bank, as a host does every hour; does nothing while the server is down */
  lookAgain(): Promise<void>
  /** runs the hourly work at a time this far in the future */
  sweep(milliseconds: number): Promise<void>
  readonly store: Store
  readonly files: FileStore
  isUp(): boolean
  close(): Promise<void>
}

export type ServerWatch = {
  /** writes within the transaction that decides them, of every request and job, in their final order */
  readonly decided: (writes: readonly Write[]) => void
  /** every write of a committed decision, in order */
  readonly committed: (writes: readonly Write[]) => void
  readonly crashed: (point: CrashPoint | FollowerPoint) => void
  /** called at each step of the follower; true kills it there */
  readonly killsFollower: () => boolean
  readonly outside: Connectors
  /** what a query of a collection found, at once or after a while */
  readonly slowly?: <T>(collection: string, found: T) => Promise<T>
}

type Incarnation = {
  alive: boolean
  readonly app: Hono
  readonly ports: Ports
  readonly broken: Promise<undefined>
  readonly die: () => void
}

const RESTART = 3_000
/** Keys of the commits, beside those of jobs, at which the server may be killed. */
const RISKY = /^(receipts|unsettled|payOrder|lecturas)\/|\/pagos\/cierre/
/** Log entries that an unavailable external system causes. */
const EXPECTED = new Set(['job.failed', 'job.threw'])
/** A world lasts minutes instead of days, so jobs are retried at least once a minute. */
const TUNING = { ...DEFAULT_TUNING, jobLongestDelay: 60_000 }

/** Location of the store: ':memory:', or a file, which can be backed up. */
export type ServerDisk = { readonly file: string }

/**
 * The real handlers with the real SQLite store, in memory or on file. A crash ends an incarnation: uncommitted work is
 * lost, its connections fail, and a new one starts with the same store and files.
 */
export function startServer(
  timeline: Timeline,
  chance: Chance,
  watch: ServerWatch,
  { disk, tuning = TUNING }: { readonly disk: ServerDisk; readonly tuning?: Tuning },
): SimServer {
  const era = (): string => Buffer.from(chance.bytes(8)).toString('hex')
  // The follower lags, and its steps are short, so that many of them end where data may be lost.
  const open = (): Store => openSqliteStore(disk.file, era(), undefined, { lagLimits: 12, max: 3, reached: followed })
  let store = open()
  /** The assigned numbers, where a backup can be restored. Blocks are small, so that many are used up. */
  const openNumbersOf = (wasLeftOpen: boolean): NumberJournal | undefined =>
    disk.file === ':memory:'
      ? undefined
      : openNumberJournal(`${disk.file}.numbers`, { wasLeftOpen, clock: timeline.now, log: quietLog, blockSize: 1 })
  let numbers = openNumbersOf(false)
  let restores = 0
  /** settled when the database may be used; every access waits while it is replaced */
  let ready: Promise<void> = Promise.resolve()
  const files = openMemoryFiles()
  const watched = <R>(unit: Unit<R>, also?: (writes: readonly Write[]) => void): Unit<R> => ({
    keysFor: unit.keysFor,
    decide: (found) => {
      const decision = unit.decide(found)
      watch.decided(decision.writes)
      also?.(decision.writes)
      return decision
    },
  })
  const ended = recordEnded()
  let planned: CrashPoint | null = null
  let [working, isStarted] = [false, false]
  let current = start()
  isStarted = true

  function start(): Incarnation {
    let die = (): void => undefined
    const broken = new Promise<undefined>((resolve) => {
      die = () => resolve(undefined)
    })
    const self: { alive: boolean } = { alive: true }
    const reach = (point: CrashPoint): boolean => {
      if (planned === point && self.alive) {
        planned = null
        crash(point)
      }
      return self.alive
    }
    const ports = portsOf(reach, self)
    const app = createApp(ports, {
      origins: [ORIGIN],
      appVersion: 'simulated',
      secureCookies: false,
      tuning,
      earlier: EARLIER_APP.steps,
    })
    return Object.assign(self, { app, ports, broken, die })
  }

  function followed(step: IndexFollowerStep): void {
    if (!isStarted || !current.alive || !watch.killsFollower()) return
    crash(`in the follower, ${step}`)
    ready = openAgain()
    throw new Error('The process that followed is dead')
  }

  /** Data in memory are lost, including the open transaction. */
  async function openAgain(): Promise<void> {
    await ready
    await store.close()
    store = open()
    numbers = openNumbersOf(true)
  }

  function crash(point: CrashPoint | FollowerPoint): void {
    watch.crashed(point)
    current.alive = false
    current.die()
    timeline.after(RESTART, 'server starts', () => {
      current = start()
    })
  }

  function portsOf(reach: (point: CrashPoint) => boolean, self: { readonly alive: boolean }): Ports {
    const living = <T>(work: () => Promise<T>): Promise<T> => (self.alive ? work() : never<T>())
    return {
      store: {
        ...store,
        getMany: (keys) => living(() => store.getMany(keys)),
        get: (key) => living(() => store.get(key)),
        query: (query) => living(() => store.query(query).then((all) => watch.slowly?.(query.collection, all) ?? all)),
        count: (query) => living(() => store.count(query)),
        changes: (query) => living(() => store.changes(query)),
        commit: async (unit) => {
          const found = unit.keysFor(new Map())
          const answering = found.some((key) => RISKY.test(key) || (working && key.startsWith('jobs/')))
          if ((answering && !reach('before commit')) || !self.alive) return never()
          let writes: readonly Write[] = []
          const reserving = numbers === undefined ? store : createNumberReservingStore(store, numbers)
          const result = await reserving.commit(watched(unit, (decided) => (writes = decided)))
          watch.committed(writes)
          ended.note(writes)
          return answering && !reach('after commit') ? never() : living(async () => result)
        },
      },
      files: {
        uploads: files.uploads,
        size: (sha256) => living(() => files.size(sha256)),
        read: (sha256) => living(() => files.read(sha256)),
        list: (stretch) => living(() => files.list(stretch)),
        remove: (sha256, isNamed) => living(() => files.remove(sha256, isNamed)),
        seal: async (id, expected) => {
          const sealed = await living(() => files.seal(id, expected))
          return reach('between file and row') ? sealed : never()
        },
      },
      isEnded: (answer) => ended.has(answer),
      clock: timeline.now,
      random: (length) => chance.bytes(length),
      // The real scrypt is tested elsewhere; here it would only cost time.
      passwords: {
        hash: async (password) => createHash('sha256').update(password).digest('hex'),
        verify: async (password, hash) => createHash('sha256').update(password).digest('hex') === hash,
      },
      connectors: watch.outside,
      log: {
        info: () => undefined,
        error: (event, facts) => {
          if (self.alive && !EXPECTED.has(event))
            throw new Error(`The server logged an error: ${event} ${JSON.stringify(facts)}`)
        },
      },
    }
  }

  async function bringBack(backup: string): Promise<void> {
    current.alive = false
    current.die()
    planned = null
    // In every other case the server was stopped before; otherwise it had been killed.
    restores += 1
    if (restores % 2 === 0) await numbers?.close(store)
    await store.close()
    copyFileSync(backup, disk.file)
    for (const rest of ['-wal', '-shm']) rmSync(disk.file + rest, { force: true })
    store = open()
    numbers = openNumbersOf(false)
    const isAhead = await numbers?.isAheadOf(store)
    if (isAhead === true) await numbers?.continueAbove(store).then(() => store.forgetEras?.())
    timeline.after(RESTART, 'server starts over its backup', () => {
      current = start()
    })
  }

  return {
    get store() {
      const waiting = <T>(work: (now: Store) => Promise<T>): Promise<T> => ready.then(() => work(store))
      return {
        ...store,
        get: (key) => waiting((now) => now.get(key)),
        query: (query) => waiting((now) => now.query(query)),
        count: (query) => waiting((now) => now.count(query)),
        commit: (unit) => waiting((now) => now.commit(watched(unit))),
      } satisfies Store
    },
    runJobs: async () => {
      const { alive, ports, broken } = current
      if (!alive) return
      working = true
      const rounds = Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () =>
        runDueJobs(ports, timeline.now(), tuning),
      )
      await Promise.race([Promise.all(rounds), broken])
      working = false
    },
    lookAgain: async () => {
      const { alive, ports, broken } = current
      if (alive) await Promise.race([pollDueOrders(ports, findSupportedJobs(ports.connectors)), broken])
    },
    sweep: async (milliseconds) => {
      const ports = { ...current.ports, clock: () => timeline.now() + milliseconds }
      // Confirms the clock like an administrator, without which no sweep runs after a jump in time.
      const clockChecked = toInstant(ports.clock())
      for (const { run } of createSweeps(ports, { clockChecked })) await run()
    },
    backUp: () => {
      const copy = `${disk.file}.${chance.int(0, 1e9)}`
      const second = new DatabaseSync(disk.file)
      second.exec(`VACUUM INTO '${copy}'`)
      second.close()
      return () => (ready = bringBack(copy))
    },
    files,
    isUp: () => current.alive,
    crashAt: (point) => void (planned = point),
    handle: async (request) => {
      const { alive, app, broken } = current
      if (!alive) return undefined
      return Promise.race([Promise.resolve(app.fetch(request)), broken])
    },
    judge: async (mutation, caller) => {
      const { alive, ports, broken } = current
      if (!alive) return undefined
      const now = toInstant(timeline.now())
      const unit = withJobs(createMutationUnit(mutation, caller, now), findSupportedJobs(ports.connectors), now)
      return Promise.race([ports.store.commit(unit), broken])
    },
    close: () => store.close(),
  }
}
