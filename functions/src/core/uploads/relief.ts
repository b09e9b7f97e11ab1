import { toInstant } from '#domain/kernel/index.ts'
import { isClockPlausible } from '../clock-leap.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { deleteExpiredFile, ORPHAN_LIFETIME_MS } from './orphans.ts'

/** Maximum files deleted per call. */
const BATCH_SIZE = 200

/**
 * Frees space when the disk is nearly full: deletes paused uploads, then files that no answer has referenced for a
 * while. Otherwise these would stay for up to a week, in which nothing could be stored. Devices send deleted files
 * again, because no answer that references such a file was confirmed.
 */
export function createDiskSpaceRelief(
  ports: Pick<Ports, 'store' | 'files' | 'clock'>,
  { partPatience, filePatience }: Pick<Tuning, 'partPatience' | 'filePatience'>,
): (bytes: number) => Promise<void> {
  const { store, files, clock } = ports
  return async (bytes) => {
    const freed = (await files.evict?.(partPatience, bytes)) ?? 0
    // After a jump of the clock the ages of files are unknown.
    if (freed >= bytes || !(await isClockPlausible(ports))) return
    const until = toInstant(clock() + ORPHAN_LIFETIME_MS - filePatience)
    const over = await store.query({
      collection: 'files',
      range: { field: 'expiresAt', to: until },
      order: { field: 'expiresAt', descending: false },
      limit: BATCH_SIZE,
    })
    for (const entry of over) await deleteExpiredFile(ports, entry, until)
  }
}
