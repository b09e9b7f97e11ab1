import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { deviceIdSchema, sha256Schema, type Author } from '#domain/kernel/index.ts'
import { type Local, openDevice, readMeta, StorageFailure } from '#local/index.ts'
import {
  type IdentityDeps,
  leaveEndedSession,
  type LockHost,
  runSync,
  signInAccount,
  startSyncTriggers,
  type SyncDeps,
  type SyncTriggers,
} from '#sync/index.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { Chance } from './chance.ts'
import type { Connection } from './network.ts'
import { killProcess, never, THAW_INTERVAL_MS, type Process, ProcessKilled, startProcess } from './process.ts'
import type { Timeline } from './timeline.ts'

export const PASSWORD = 'relevo-demo'
const RELOAD = 1_000

/** A page of a device, or its worker: the product's own code in one process. */
export type Tab = {
  readonly process: Process
  readonly local: Local
  readonly deps: SyncDeps
  readonly triggers: SyncTriggers
  /** the user has reached this step */
  reach(step: 'finalise'): void
}

export type SimDevice = {
  readonly name: string
  /** survives every process */
  readonly disk: IDBFactory
  readonly damage: Damage
  readonly line: Connection
  /** error of its clock in milliseconds */
  skew: number
  account: Author
  tabs: readonly Tab[]
  open(): Tab
  kill(tab: Tab): void
  /** kills every process, including those that only sign in or out */
  killAll(): void
  /** another user signs in; pages of the previous one close, or stay open and have to detect it */
  signInAs(account: Author, behind?: 'stay open'): Promise<boolean>
  /** Simulates an open page that learns that its session was ended: it closes and keeps unsent work. */
  leaveIfEnded(): Promise<void>
  /** whether a run holds the lock of this device */
  isSyncing(): boolean
  /** ends the faults of its clock, connection and pages */
  calmDown(): void
  /** dispatches the browser's `online` event */
  online(): void
  clock(): number
}

/** Lasting faults of a device's disk. */
type Damage = {
  /** files that can no longer be read */
  readonly unreadable: Set<string>
  /** resolves when the old tab that holds the database is closed */
  heldUp: Promise<void> | undefined
  /** restores the disk to its state before the unflushed writes */
  unflushed: (() => void) | undefined
  /** whether the disk is being wiped, aged or restored, and cannot be read now */
  away: boolean
}

export type DeviceWorld = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly fetchFor: (line: Connection, process: Process) => SyncDeps['fetch']
  readonly storageFor: (process: Process, device: SimDevice) => globalThis.IDBFactory
  /** reports a step of the product that neither a write nor a request shows */
  readonly reached: (process: Process, step: 'hash' | 'finalise') => void
}

export function createDevice(name: string, account: Author, world: DeviceWorld): SimDevice {
  const { timeline, chance } = world
  const disk = new IDBFactory()
  const locks = new Map<string, { readonly process: Process; readonly lose: () => void }>()
  const online = new Set<() => void>()
  const signingIn = new Set<Process>()
  const id = deviceIdSchema.parse(
    name
      .toUpperCase()
      .replace(/[^0-9A-HJKMNP-TV-Z]/g, '0')
      .padEnd(26, '0')
      .slice(0, 26),
  )
  let processes = 0

  const device: SimDevice = {
    name,
    disk,
    damage: { unreadable: new Set(), heldUp: undefined, unflushed: undefined, away: false },
    line: { cookie: '', online: true, earlier: false, echoes: new Map(), heard: new Map() },
    skew: 0,
    account,
    tabs: [],
    clock: () => timeline.now() + device.skew,
    open() {
      const process = startProcess(`${name}#${++processes}`)
      const deps = depsFor(process)
      const triggers = startSyncTriggers(
        {
          onOnline: (listener) => subscribe(online, () => process.alive && listener()),
          onVisible: () => () => undefined,
          setTimer: (listener, milliseconds) => {
            let cancel = timeline.after(milliseconds, `${process.name} timer`, fire)
            // Timers of a frozen tab fire when it thaws.
            function fire(): void {
              if (!process.alive) return
              if (timeline.now() < process.frozenUntil)
                cancel = timeline.after(THAW_INTERVAL_MS, `${process.name} frozen`, fire)
              else listener()
            }
            return () => cancel()
          },
        },
        { runSync: (options) => alone(process, () => runSync(deps, options)) },
      )
      const tab: Tab = { process, local: deps.local, deps, triggers, reach: (step) => world.reached(process, step) }
      device.tabs = [...device.tabs, tab]
      // "A newer version of the app is open": the user reloads the page.
      deps.local.status.onSuperseded(() => {
        if (!process.alive) return
        timeline.after(RELOAD, `${process.name} is loaded again`, () => {
          if (!process.alive) return
          device.kill(tab)
          device.open()
        })
      })
      return tab
    },
    kill(tab) {
      device.tabs = device.tabs.filter((one) => one !== tab)
      tab.triggers.stop()
      killProcess(tab.process)
    },
    killAll() {
      for (const tab of device.tabs) device.kill(tab)
      for (const process of signingIn) killProcess(process)
      signingIn.clear()
    },
    async signInAs(next, behind) {
      if (behind === undefined) for (const tab of device.tabs) device.kill(tab)
      device.account = next
      // Signing in also writes: it deletes received data of the previous account. If killed during that, the page
      // reports nothing more.
      const signed = await atTheDoor((deps) => signInAccount(deps, { email: next, password: PASSWORD }))
      return signed.ok
    },
    async leaveIfEnded() {
      await atTheDoor(async (deps) => {
        const local = deps.open(device.account)
        const ended = await readMeta(local, 'sessionEnded')
        local.close()
        if (ended !== true) return
        for (const tab of device.tabs) device.kill(tab)
        await leaveEndedSession(deps)
      })
    },
    isSyncing: () => locks.size > 0,
    calmDown() {
      // Corrects the clock too: work that waits for a time of the wrong clock must not wait for it.
      device.skew = 0
      device.line.echoes.clear()
      device.line.outing = undefined
      for (const { process } of device.tabs) process.frozenUntil = 0
    },
    online() {
      for (const listener of online) listener()
    },
  }

  /** The page in which a user signs in or out, in a process of its own. */
  async function atTheDoor<T>(act: (deps: IdentityDeps) => Promise<T>): Promise<T> {
    const process = startProcess(`${name}#${++processes}`)
    signingIn.add(process)
    const { fetch, clock, timeout } = depsFor(process)
    const indexedDB = world.storageFor(process, device)
    const open = (who: Author): Local => openUpgraded(who, indexedDB)
    const result = await alone(process, () => act({ device: openDevice(indexedDB), fetch, clock, timeout, open }))
    killProcess(process)
    signingIn.delete(process)
    return result
  }

  function depsFor(process: Process): SyncDeps {
    return {
      local: openUpgraded(device.account, world.storageFor(process, device)),
      device: id,
      fetch: world.fetchFor(device.line, process),
      clock: device.clock,
      isOffline: () => device.line.outing !== undefined,
      random: chance.next,
      locks: locksFor(process),
      hash: async (bytes) => {
        world.reached(process, 'hash')
        return process.alive ? sha256Schema.parse(hashOf(bytes)) : never()
      },
      timeout: (milliseconds) => {
        const controller = new AbortController()
        timeline.after(milliseconds, `${process.name} timeout`, () => controller.abort())
        return controller.signal
      },
      appVersion: 'simulated',
    }
  }

  function locksFor(process: Process): LockHost {
    return {
      request: async (lock, options, run) => {
        const held = locks.get(lock)
        if (held !== undefined && !('steal' in options)) return run(null)
        // As in a browser: the request that loses the lock is rejected, and the work it has begun continues.
        const lost = new Promise<never>((_, reject) => {
          locks.set(lock, { process, lose: () => reject(new DOMException('stolen', 'AbortError')) })
        })
        const own = locks.get(lock)
        held?.lose()
        const release = (): void => {
          if (locks.get(lock) === own) locks.delete(lock)
          process.locks.delete(release)
        }
        process.locks.add(release)
        try {
          return await Promise.race([run({}), lost])
        } finally {
          release()
        }
      },
    }
  }
  return device
}

/**
 * Promises of a killed process never settle; errors of a living one are reported. Starts outside the transaction of a
 * process killed during it, like a new page.
 */
export async function alone<T>(process: Process, work: () => Promise<T>): Promise<T> {
  try {
    const result = await Dexie.ignoreTransaction(work)
    return process.alive ? result : await never<T>()
  } catch (error) {
    // The screen reports storage errors. Nothing was reported as saved, and the work stops there.
    if (!process.alive || error instanceof ProcessKilled || error instanceof StorageFailure) return never()
    throw error
  }
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
