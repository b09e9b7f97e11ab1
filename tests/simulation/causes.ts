import type { Author } from '#domain/sync/index.ts'
import type { Fault } from './catalogue.ts'
import type { Chance } from './chance.ts'
import type { SimDevice } from './device.ts'
import type { Process } from './process.ts'
import type { Timeline } from './timeline.ts'
import { PEOPLE, type Town } from './town.ts'

/** Faults that do not befall one request or one write, but the world around it. Each one ends by itself after a while. */
export type Causes = {
  isCause(fault: Fault): boolean
  cause(fault: Fault, device: SimDevice, process: Process): void
  /** ends whatever still goes on, for the quiet at the end */
  restore(): Promise<void>
}

const SECOND = 1_000
const YEARS = 10 * 365 * 24 * 3_600 * SECOND

export function createCauses(timeline: Timeline, chance: Chance, town: Town): Causes {
  const later = (label: string, from: number, to: number, action: () => void): void => {
    timeline.after(chance.int(from, to) * SECOND, label, action)
  }
  const reopen = (device: SimDevice): void => {
    if (device.tabs.length === 0) device.open()
  }
  const signIn = (device: SimDevice, author: Author): void => {
    const behind = author !== device.account && chance.happens(0.5) ? 'stay open' : undefined
    void device.signInAs(author, behind).then(() => device.open())
  }

  const CAUSES: Partial<Record<Fault, (device: SimDevice, process: Process) => void>> = {
    'offline at the start': ({ line, online }) => {
      line.online = false
      later('signal is back', 1, 300, () => {
        line.online = true
        online()
      })
    },
    'process killed': (device, process) => {
      for (const tab of device.tabs) if (tab.process === process) device.kill(tab)
      process.alive = false
      later('opened again', 1, 30, () => reopen(device))
    },
    'two processes at once': (device) => openUpTo(device, device.tabs.length + 1),
    'five processes at once': (device) => openUpTo(device, 5),
    'clock jumps': (device) => {
      device.skew = chance.pick([0, YEARS, -YEARS, 3_600 * SECOND, -3_600 * SECOND, chance.int(-90_000, 90_000)])
    },
    'tab frozen': (_device, process) => {
      process.frozenUntil = timeline.now() + chance.int(10, 600) * SECOND
    },
    'session expired or revoked': (device) => {
      if (chance.happens(0.5)) device.line.cookie = '__session=over'
      else void town.revokeSessions(device.account)
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
  }

  function openUpTo(device: SimDevice, count: number): void {
    while (device.tabs.length < Math.min(5, count)) {
      const tab = device.open()
      later('closed', 5, 200, () => device.tabs.length > 1 && device.kill(tab))
    }
  }

  return {
    isCause: (fault) => CAUSES[fault] !== undefined,
    cause: (fault, device, process) => CAUSES[fault]?.(device, process),
    restore: async () => {
      await town.setBlocked(false)
      await town.setDeleted(false)
      for (const author of PEOPLE) await town.setWithdrawn(author, false)
    },
  }
}
