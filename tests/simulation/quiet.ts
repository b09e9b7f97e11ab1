import { listOutbox, readMeta } from '#local/index.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { SimDevice } from './device.ts'
import type { Oracle } from './oracle.ts'
import type { Timeline } from './timeline.ts'

/**
 * Milliseconds in which everything has to arrive after faults stop (invariant 10), plus the duration of a last request.
 */
const QUIET = 60_000
const LAST_REQUEST = 60_000
/** Jobs wait a minute between two attempts, and the external system was away for five. */
const LAST_JOBS = 240_000

/** Ends all faults: each account with work on a device signs in there once more, and has a minute. */
export async function settleDown(
  devices: readonly SimDevice[],
  timeline: Timeline,
  runUntil: (until: number) => Promise<void>,
  oracle: Oracle,
): Promise<void> {
  await runUntil(timeline.now() + LAST_REQUEST)
  for (const device of devices) {
    device.line.online = true
    // A tab of the old version is closed after a while; before that, the disk cannot be read.
    while (device.damage.away) await runUntil(timeline.now() + 10_000)
    for (const author of oracle.authorsOn(device)) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const signing = device.signInAs(author)
        await runUntil(timeline.now() + 10_000)
        if (await Promise.race([signing, Promise.resolve(false)])) break
      }
      // No `online` event: a returning server causes none, and the outbox must detect it by itself.
      device.open()
      const [start, deadline] = [timeline.now(), timeline.now() + QUIET + LAST_REQUEST]
      let seen: Seen
      do {
        await runUntil(timeline.now() + 5_000)
        seen = await look(device)
      } while (timeline.now() < deadline && (seen.waits || seen.pulledAt < start))
      // Devices that have not pulled must be reported, because the oracle checks only those that have.
      if (seen.pulledAt < start)
        oracle.note(`10 liveness: ${device.name} has not heard the server for ${device.account}, although all is well`)
    }
  }
  await runUntil(timeline.now() + LAST_JOBS)
}

/** Waits for the jobs of answers that arrived late: a frozen tab sends its data in memory when it wakes. */
export async function settleJobs(
  timeline: Timeline,
  runUntil: (until: number) => Promise<void>,
  oracle: Oracle,
): Promise<void> {
  while (timeline.now() < oracle.lastArrival() + LAST_JOBS) await runUntil(oracle.lastArrival() + LAST_JOBS)
}

type Seen = {
  /** whether something is unsent */ readonly waits: boolean
  /** time of the device's last pull, by its own clock */ readonly pulledAt: number
}

async function look(device: SimDevice): Promise<Seen> {
  const local = openUpgraded(device.account, device.disk)
  const entries = await listOutbox(local)
  const pulledAt = (await readMeta(local, 'pulledAt')) ?? 0
  local.close()
  return { waits: entries.some(({ state }) => state.kind !== 'quarantined'), pulledAt }
}
