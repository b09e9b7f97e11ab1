import { sha256Schema, toInstant, type Author } from '#domain/kernel/index.ts'
import { exportUnsentWork, importUnsentWork } from '#local/index.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { Fault } from './catalogue.ts'
import type { WorldFaultDeps } from './causes.ts'
import type { SimDevice } from './device.ts'
import { age, wipe } from './disk.ts'

type Means = {
  readonly later: (label: string, from: number, to: number, action: () => void) => void
  readonly reopen: (device: SimDevice) => void
  readonly signIn: (device: SimDevice, author: Author) => void
}

const hash = async (bytes: Uint8Array<ArrayBuffer>) => sha256Schema.parse(hashOf(bytes))
const localOf = (device: SimDevice, author: Author) => openUpgraded(author, device.disk)

/** Faults of a device's whole disk: a wipe, loss of unwritten data, or the app's next version. */
export function createDiskFaults(
  { timeline, chance, oracle }: WorldFaultDeps,
  { later, reopen, signIn }: Means,
): Partial<Record<Fault, (device: SimDevice) => void>> {
  /**
   * Started by the timeline, not at the fault: the fault may be within a transaction of the process that has just died,
   * and Dexie would treat reads here as part of it. `after` runs at once; nothing happens in between.
   */
  function aged(device: SimDevice, after: () => void): void {
    device.damage.away = true
    const ageAll = async (): Promise<void> => {
      for (const author of oracle.authorsOn(device)) await age(device.disk, author)
      // An earlier app keeps nothing that it has sent.
      oracle.returns.cleared(device)
      device.damage.away = false
      after()
    }
    timeline.after(0, `${device.name} is an older app's`, () => void ageAll())
  }

  async function wiped(device: SimDevice): Promise<void> {
    const authors = [...oracle.authorsOn(device)]
    const backups = new Map<Author, Uint8Array<ArrayBuffer>>()
    device.damage.away = true
    if (chance.happens(0.5)) {
      for (const author of authors) {
        const local = localOf(device, author)
        backups.set(author, await exportUnsentWork(local, hash, toInstant(Math.max(0, timeline.now()))))
        local.close()
      }
    }
    wipe(device.disk)
    device.line.cookie = ''
    oracle.wiped(device, backups.size > 0)
    for (const [author, backup] of backups) {
      const local = localOf(device, author)
      const imported = await importUnsentWork(local, backup, hash)
      if (!imported.ok) oracle.note(`1 nothing lost: the backup of ${device.name} is refused: ${imported.problem.code}`)
      local.close()
    }
    device.damage.away = false
    later('signs in on the empty device', 1, 60, () => signIn(device, device.account))
  }

  return {
    'app of an earlier protocol': (device) => {
      if (chance.happens(0.4)) {
        device.line.earlier = true
        // Some apps are never updated; the server still understands them.
        if (chance.happens(0.5)) return
        return later('the app is updated', 30, 300, () => {
          device.line.earlier = false
        })
      }
      device.killAll()
      aged(device, () => later('the app is updated', 1, 30, () => reopen(device)))
    },
    'schema upgrade blocked by a tab': (device) => {
      device.killAll()
      aged(device, () => {
        device.damage.away = true
        device.damage.heldUp = new Promise((resolve) =>
          later('the old tab is closed', 5, 180, () => {
            device.damage.heldUp = undefined
            device.damage.away = false
            resolve()
          }),
        )
        timeline.after(0, 'the new app is opened', () => {
          if (device.tabs.length === 0) device.open()
        })
      })
    },
    'origin wiped, with or without backup': (device) => {
      device.killAll()
      void wiped(device)
    },
    'power cut, relaxed writes lost': (device) => {
      device.killAll()
      device.damage.unflushed?.()
      device.damage.unflushed = undefined
      later('power is back', 1, 60, () => reopen(device))
    },
  }
}
