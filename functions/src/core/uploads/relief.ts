import { toInstant } from '#domain/kernel/index.ts'
import { clockFits } from '../clock-leap.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { forgetFile, ORPHAN_LIFETIME } from './orphans.ts'

/** Files that one relief forgets at most; the next goes on. */
const AT_ONCE = 200

/**
 * What goes when the disk gets full: parts of uploads not continued, then files not named for a while. A device whose
 * file is gone learns it and sends it anew, because no answer that names it was confirmed. Else both would wait for a
 * week, while nothing else is taken.
 */
export function createRelief(
  ports: Pick<Ports, 'store' | 'files' | 'clock'>,
  { partPatience, filePatience }: Pick<Tuning, 'partPatience' | 'filePatience'>,
): (bytes: number) => Promise<void> {
  const { store, files, clock } = ports
  return async (bytes) => {
    const freed = (await files.evict?.(partPatience, bytes)) ?? 0
    // A clock that leapt tells of no file how long it has waited.
    if (freed >= bytes || !(await clockFits(ports))) return
    const until = toInstant(clock() + ORPHAN_LIFETIME - filePatience)
    const over = await store.query({
      collection: 'files',
      range: { field: 'expiresAt', to: until },
      order: { field: 'expiresAt', descending: false },
      limit: AT_ONCE,
    })
    for (const entry of over) await forgetFile(ports, entry, until)
  }
}
