import type { Author } from '#domain/kernel/index.ts'
import { createDiskFaults } from './calamities.ts'
import type { Fault } from './catalogue.ts'
import type { Chance } from './chance.ts'
import type { SimDevice } from './device.ts'
import type { Office } from './office.ts'
import type { Oracle } from './oracle.ts'
import { killProcess, type Process } from './process.ts'
import { browserSays } from './surroundings.ts'
import type { Timeline } from './timeline.ts'
import { PEOPLE, type Town } from './town.ts'

/** Faults of the surroundings, not of one request or write. Each ends by itself after a while. */
export type WorldFaults = {
  isCause(fault: Fault): boolean
  cause(fault: Fault, device: SimDevice, process: Process): void
  /** faults of the town, not of a single device: they can also occur during the server's own jobs */
  causeInTown(fault: Fault): boolean
  /** the device's signed-out user signs in again after a while */
  signInAgain(device: SimDevice): void
  /** ends all remaining faults before the quiet end */
  restore(): Promise<void>
}

export type WorldFaultDeps = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly town: Town
  readonly office: Office
  readonly oracle: Oracle
  /** restores an earlier state of the database */
  readonly restoreBackup: () => void
  /** the user continues the drafts that the page finds after a reload */
  readonly resume: (device: SimDevice) => void
}

const SECOND = 1_000
const YEARS = 10 * 365 * 24 * 3_600 * SECOND

export function createWorldFaults(deps: WorldFaultDeps): WorldFaults {
  const { timeline, chance, town, office, resume } = deps
  const later = (label: string, from: number, to: number, action: () => void): void => {
    timeline.after(chance.int(from, to) * SECOND, label, action)
  }
  const reopen = (device: SimDevice): void => {
    if (device.tabs.length === 0 && !device.damage.away) device.open()
  }
  const signIn = (device: SimDevice, author: Author): void => {
    if (device.damage.away) return
    const behind = author !== device.account && chance.happens(0.5) ? 'stay open' : undefined
    // The disk may have been wiped right after.
    void device.signInAs(author, behind).then(() => !device.damage.away && device.open())
  }
  const killTabOf = (device: SimDevice, process: Process): void => {
    for (const tab of device.tabs) if (tab.process === process) device.kill(tab)
    // Signing in runs in a process of its own, which may not be a tab.
    killProcess(process)
  }

  const IN_TOWN: Partial<Record<Fault, () => void>> = {
    'role or area withdrawn': () => {
      const author = chance.pick(PEOPLE)
      void town.setWithdrawn(author, true)
      later('area given back', 10, 300, () => void town.setWithdrawn(author, false))
    },
    'municipality blocked': () => {
      void town.setBlocked(true)
      later('unblocked', 5, 120, () => void town.setBlocked(false))
    },
    'template changed': () => void town.publishNextVersion(),
    'template deleted': () => {
      void town.setDeleted(true)
      later('restored', 10, 300, () => void town.setDeleted(false))
    },
    'limit reached': () => void town.lowerLimit(),
    'single-answer clash': () => void office.answerFirst(),
    'concurrent correction or move': () => void office.changeSomething(),
    'database restored from a backup': deps.restoreBackup,
  }

  const CAUSES: Partial<Record<Fault, (device: SimDevice, process: Process) => void>> = {
    'offline at the start': ({ line, online }) => {
      line.online = false
      later('signal is back', 1, 300, () => {
        line.online = true
        online()
      })
    },
    'navigator.onLine wrong, both ways': ({ line, online }) => {
      // The browser reports offline for good although there is a network…
      if (chance.happens(0.5)) return browserSays(false)
      // …or it repeatedly reports online without a network, and reports nothing when the network returns.
      browserSays(true)
      line.online = false
      for (const wait of [1, 20, 60]) later('online, says the browser', wait, wait + 5, online)
      later('signal is back, unheard', 70, 200, () => {
        line.online = true
      })
    },
    'process killed': (device, process) => {
      killTabOf(device, process)
      later('opened again', 1, 30, () => reopen(device))
    },
    'two processes at once': (device) => openUpTo(device, device.tabs.length + 1),
    'five processes at once': (device) => openUpTo(device, 5),
    'worker updated in mid-sync': (device, process) => {
      device.open()
      timeline.after(chance.int(0, 2 * SECOND), 'the old worker ends', () => killTabOf(device, process))
    },
    'reload during autosave': (device, process) => {
      killTabOf(device, process)
      device.open()
      resume(device)
    },
    'memory purge': (device) => {
      device.killAll()
      later('opened again, much later', 60, 7_200, () => reopen(device))
    },
    'clock jumps': (device) => {
      device.skew = chance.pick([0, YEARS, -YEARS, 3_600 * SECOND, -3_600 * SECOND, chance.int(-90_000, 90_000)])
    },
    'tab frozen': (_device, process) => {
      process.frozenUntil = timeline.now() + chance.int(10, 600) * SECOND
    },
    'session expired': (device) => {
      device.line.cookie = '__session=over'
      later('signs in again', 5, 120, () => signIn(device, device.account))
    },
    'session revoked': (device) => {
      void town.revokeSessions(device.account)
      later('signs in again', 5, 120, () => signIn(device, device.account))
    },
    'user switched': (device) => {
      const others = PEOPLE.filter((author) => author !== device.account)
      later('another user', 0, 5, () => signIn(device, chance.pick(others)))
    },
    'role or area withdrawn': ({ account }) => {
      void town.setWithdrawn(account, true)
      later('area given back', 10, 300, () => void town.setWithdrawn(account, false))
    },
    ...createDiskFaults(deps, { later, reopen, signIn }),
  }

  function openUpTo(device: SimDevice, count: number): void {
    while (device.tabs.length < Math.min(5, count)) {
      const tab = device.open()
      later('closed', 5, 200, () => device.tabs.length > 1 && device.kill(tab))
    }
  }

  return {
    isCause: (fault) => CAUSES[fault] !== undefined || IN_TOWN[fault] !== undefined,
    cause: (fault, device, process) => {
      const cause = CAUSES[fault]
      if (cause === undefined) IN_TOWN[fault]?.()
      else if (!device.damage.away) cause(device, process)
    },
    causeInTown: (fault) => {
      IN_TOWN[fault]?.()
      return IN_TOWN[fault] !== undefined
    },
    signInAgain: (device) =>
      later('signs in again', 5, 120, () => {
        if (!device.damage.away) void device.leaveIfEnded().then(() => signIn(device, device.account))
      }),
    restore: async () => {
      await town.setBlocked(false)
      await town.setDeleted(false)
      for (const author of PEOPLE) if (town.withdrawn.now.has(author)) await town.setWithdrawn(author, false)
    },
  }
}
