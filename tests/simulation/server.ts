import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { createApp } from '#core/index.ts'
import { openMemoryFiles } from '#core/memory/index.ts'
import type { FileStore, Ports, Store } from '#core/ports.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import type { Write } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import { never } from './process.ts'
import type { Timeline } from './timeline.ts'

export const ORIGIN = 'http://relevo.test'

/** Where in a request's life the server dies. */
export type CrashPoint = 'before commit' | 'after commit' | 'between file and row'

export type SimServer = {
  /** @returns undefined when the connection breaks, because the server is down or dies meanwhile */
  handle(request: Request): Promise<Response | undefined>
  /** the next request that reaches this point kills the server; it comes back by itself */
  crashAt(point: CrashPoint): void
  readonly store: Store
  readonly files: FileStore
  isUp(): boolean
  close(): Promise<void>
}

export type ServerWatch = {
  /** every write of a committed decision, in order */
  readonly committed: (writes: readonly Write[]) => void
  readonly crashed: (point: CrashPoint) => void
}

type Incarnation = { alive: boolean; readonly app: Hono; readonly broken: Promise<undefined>; readonly die: () => void }

const RESTART = 3_000

/**
 * The real handlers over the real SQLite store, in memory. A crash ends an incarnation: what it had not committed is gone, its
 * connections break, and a new one starts over the same store and files.
 */
export function startServer(timeline: Timeline, chance: Chance, watch: ServerWatch): SimServer {
  const store = openSqliteStore(':memory:')
  const files = openMemoryFiles()
  let planned: CrashPoint | null = null
  let current = start()

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
    const app = createApp(portsOf(reach, self), { origins: [ORIGIN], appVersion: 'simulated', secureCookies: false })
    return Object.assign(self, { app, broken, die })
  }

  function crash(point: CrashPoint): void {
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
        query: (query) => living(() => store.query(query)),
        count: (query) => living(() => store.count(query)),
        changes: (query) => living(() => store.changes(query)),
        commit: async (unit) => {
          const answering = unit.keysFor(new Map()).some((key) => key.startsWith('receipts/'))
          if (answering && !reach('before commit')) return never()
          if (!self.alive) return never()
          let writes: readonly Write[] = []
          const result = await store.commit({
            keysFor: unit.keysFor,
            decide: (found) => {
              const decision = unit.decide(found)
              writes = decision.writes
              return decision
            },
          })
          watch.committed(writes)
          return answering && !reach('after commit') ? never() : living(async () => result)
        },
      },
      files: {
        uploads: files.uploads,
        size: (sha256) => living(() => files.size(sha256)),
        read: (sha256) => living(() => files.read(sha256)),
        list: () => living(() => files.list()),
        remove: (sha256) => living(() => files.remove(sha256)),
        seal: async (id, expected) => {
          const sealed = await living(() => files.seal(id, expected))
          return reach('between file and row') ? sealed : never()
        },
      },
      clock: timeline.now,
      random: (length) => chance.bytes(length),
      // The real scrypt is tested elsewhere; here it would only cost seconds of the run.
      passwords: {
        hash: async (password) => createHash('sha256').update(password).digest('hex'),
        verify: async (password, hash) => createHash('sha256').update(password).digest('hex') === hash,
      },
      log: { info: () => undefined, error: (event, facts) => {
        if (self.alive) throw new Error(`The server logged an error: ${event} ${JSON.stringify(facts)}`)
      } },
    }
  }

  return {
    store,
    files,
    isUp: () => current.alive,
    crashAt: (point) => {
      planned = point
    },
    handle: async (request) => {
      const { alive, app, broken } = current
      if (!alive) return undefined
      return Promise.race([Promise.resolve(app.fetch(request)), broken])
    },
    close: () => store.close(),
  }
}
