import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'

/** What the disk has left is asked so often, milliseconds, while there is plenty; in between it is counted. */
const LOOK = 200
/** Nearer to the reserve than this, bytes, each reservation looks for itself, and no `disk.room` is logged. */
const PLENTY = 64 * 1024 * 1024
/** What goes to make room is looked for so often at most, milliseconds. */
const RELIEF = 10_000
/** A disk with less than this to spare, bytes, is full: the request may have set that much aside itself. */
const JUST = 1024 * 1024
/** Seconds after which those who were in the way are through. */
const SHORTLY = 5

/**
 * The one place that sets aside space on the disk, before bytes are taken. It counts as gone until it is released and
 * the disk has been asked again, so that requests at the same time never judge by the same bytes. The last of the disk
 * is kept: `tuning.diskReserve` from all work, `tuning.signInReserve` from signing in.
 */
export type Disk = {
  /** Refuses with server.busy and the wait in seconds. @param holder several times: more @param keep bytes to leave */
  reserve(holder: object, bytes: number, keep?: number): Promise<Result<true>>
  /** What the holder has set aside; nothing is nothing. */
  release(holder: object): void
  /** Whether so many bytes fit now, without setting them aside; makes room and refuses like `reserve`. */
  fits(bytes: number): Promise<Result<true>>
  /** whether work is refused for want of room, as the log has it; undefined where the store grows by itself */
  isFull(): Promise<boolean | undefined>
}

type DiskPorts = Pick<Ports, 'clock' | 'log'> & { readonly files: Pick<Ports['files'], 'room'> }

/** @param relieve gives up what no one waits for; gets the bytes that are missing */
export function createDisk(
  { files, clock, log }: DiskPorts,
  tuning: Pick<Tuning, 'diskReserve' | 'diskPause'>,
  relieve: (bytes: number) => Promise<void>,
): Disk {
  const set = new WeakMap<object, number>()
  let aside = 0
  /** all that was ever released */
  let released = 0
  /** what the disk said; `released` as it was when it was asked: what is released later may not be in it */
  let seen = { free: 0, at: -Infinity, released: 0 }
  let relieved = -Infinity
  let relieving: Promise<void> | undefined
  let isTold = false

  async function look(): Promise<void> {
    const before = released
    const free = (await files.room?.()) ?? Infinity
    // Of two looks at once the one that began later knows more.
    if (before >= seen.released) seen = { free, at: clock(), released: before }
  }

  const left = (): number => seen.free - aside - (released - seen.released)

  async function lookIfNear(bytes: number, keep: number): Promise<void> {
    const isFresh = Math.abs(clock() - seen.at) < LOOK && left() - bytes - keep > PLENTY
    if (!isFresh) await look()
  }

  /** At once with the last look: nothing comes between the judgement and `take`. */
  async function judge(bytes: number, keep: number, take: () => void): Promise<Result<true>> {
    if (files.room === undefined) return ok(true)
    await lookIfNear(bytes, keep)
    if (left() - bytes < keep) {
      await makeRoom(bytes + keep - left())
      await look()
    }
    if (left() - bytes >= keep) {
      take()
      if (left() - keep > PLENTY) tellRoom()
      return ok(true)
    }
    // Only others are in the way, who are soon through.
    if (seen.free - bytes - JUST >= keep) return refuse('server.busy', { seconds: SHORTLY })
    tellFull()
    return refuse('server.busy', { seconds: Math.ceil(tuning.diskPause / 1000) })
  }

  async function makeRoom(bytes: number): Promise<void> {
    if (relieving === undefined && Math.abs(clock() - relieved) < RELIEF) return
    relieved = clock()
    relieving ??= relieve(bytes)
      .catch((error: unknown) => log.error('disk.relief-failed', { error: String(error) }))
      .finally(() => (relieving = undefined))
    await relieving
  }

  function tellFull(): void {
    if (!isTold) log.error('disk.full', { free: seen.free, reserve: tuning.diskReserve })
    isTold = true
  }

  function tellRoom(): void {
    if (isTold) log.info('disk.room', { free: seen.free })
    isTold = false
  }

  return {
    reserve: (holder, bytes, keep = tuning.diskReserve) =>
      judge(bytes, keep, () => {
        set.set(holder, (set.get(holder) ?? 0) + bytes)
        aside += bytes
      }),
    release: (holder) => {
      const bytes = set.get(holder) ?? 0
      set.delete(holder)
      aside -= bytes
      released += bytes
    },
    fits: (bytes) => judge(bytes, tuning.diskReserve, () => undefined),
    isFull: async () => {
      if (files.room === undefined) return undefined
      await look()
      if (left() - tuning.diskReserve > PLENTY) tellRoom()
      else if (left() < tuning.diskReserve) tellFull()
      return isTold
    },
  }
}
