import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'

/** Interval for reading free disk space while there is plenty, in milliseconds. In between it is estimated. */
const DISK_READ_INTERVAL_MS = 200
/**
 * Free bytes above the reserve. With less, each reservation reads the free space itself, and `disk.freed` is not
 * logged.
 */
const LOW_SPACE_MARGIN_BYTES = 64 * 1024 * 1024
/** Minimum interval between attempts to free space, in milliseconds. */
const MIN_RELIEF_INTERVAL_MS = 10_000
/** Tolerance in bytes when judging whether the disk is full, because the request itself may have reserved that much. */
const FULL_DISK_BYTES = 1024 * 1024
/** Retry delay in seconds while only other reservations prevent this one. */
const RETRY_SECONDS = 5

/**
 * Reserves disk space before bytes are accepted. A reservation counts as used until it is released and free space has
 * been read again, so that concurrent requests never use the same bytes. Parts of the disk stay free:
 * `tuning.diskReserve` for signing in, and `tuning.signInReserve` always.
 */
export type DiskSpace = {
  /**
   * Refuses with server.busy and the wait in seconds.
   * @param holder owner of the reservation; several calls add up
   * @param keep bytes to leave free
   */
  reserve(holder: object, bytes: number, keep?: number): Promise<Result<true>>
  /** Releases the holder's reservation, if any. */
  release(holder: object): void
  /** Checks that the bytes fit now, without reserving them; frees space and refuses like `reserve`. */
  fits(bytes: number): Promise<Result<true>>
  /** whether work is refused for lack of space; undefined when the store has no limit of its own */
  isFull(): Promise<boolean | undefined>
}

type DiskPorts = Pick<Ports, 'clock' | 'log'> & { readonly files: Pick<Ports['files'], 'availableBytes'> }

/** @param relieve frees space by deleting data no one waits for; gets the number of missing bytes */
export function createDiskSpace(
  { files, clock, log }: DiskPorts,
  tuning: Pick<Tuning, 'diskReserve' | 'diskPause'>,
  relieve: (bytes: number) => Promise<void>,
): DiskSpace {
  const set = new WeakMap<object, number>()
  let aside = 0
  /** total of all released bytes */
  let released = 0
  /** last reading of free space; `released`: the total when the reading began, as it may lack later releases */
  let seen = { free: 0, at: -Infinity, released: 0 }
  let relieved = -Infinity
  let relieving: Promise<void> | undefined
  let isReported = false

  async function look(): Promise<void> {
    const before = released
    const free = (await files.availableBytes?.()) ?? Infinity
    // Keeps the reading that began last, if several were concurrent.
    if (before >= seen.released) seen = { free, at: clock(), released: before }
  }

  const left = (): number => seen.free - aside - (released - seen.released)

  async function checkIfNearlyFull(bytes: number, keep: number): Promise<void> {
    const isFresh =
      Math.abs(clock() - seen.at) < DISK_READ_INTERVAL_MS && left() - bytes - keep > LOW_SPACE_MARGIN_BYTES
    if (!isFresh) await look()
  }

  /** Checks the space and calls `take` in the same tick, so that no other request can take it in between. */
  async function judge(bytes: number, keep: number, take: () => void): Promise<Result<true>> {
    if (files.availableBytes === undefined) return ok(true)
    await checkIfNearlyFull(bytes, keep)
    if (left() - bytes < keep) {
      await makeRoom(bytes + keep - left())
      await look()
    }
    if (left() - bytes >= keep) {
      take()
      if (left() - keep > LOW_SPACE_MARGIN_BYTES) notifyFree()
      return ok(true)
    }
    // Other reservations take the space and will end soon.
    if (seen.free - bytes - FULL_DISK_BYTES >= keep) return refuse('server.busy', { seconds: RETRY_SECONDS })
    notifyFull()
    return refuse('server.busy', { seconds: Math.ceil(tuning.diskPause / 1000) })
  }

  async function makeRoom(bytes: number): Promise<void> {
    if (relieving === undefined && Math.abs(clock() - relieved) < MIN_RELIEF_INTERVAL_MS) return
    relieved = clock()
    relieving ??= relieve(bytes)
      .catch((error: unknown) => log.error('disk.relief-failed', { error: String(error) }))
      .finally(() => (relieving = undefined))
    await relieving
  }

  function notifyFull(): void {
    if (!isReported) log.error('disk.full', { free: seen.free, reserve: tuning.diskReserve })
    isReported = true
  }

  function notifyFree(): void {
    if (isReported) log.info('disk.freed', { free: seen.free })
    isReported = false
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
      if (files.availableBytes === undefined) return undefined
      await look()
      if (left() - tuning.diskReserve > LOW_SPACE_MARGIN_BYTES) notifyFree()
      else if (left() < tuning.diskReserve) notifyFull()
      return isReported
    },
  }
}
