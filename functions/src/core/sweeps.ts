import { toInstant } from '#domain/kernel/index.ts'
import type { Ports } from './ports.ts'
import { noteClock } from './clock-leap.ts'
import { sweepAudit } from './audit/sweep-audit.ts'
import { eraseDeleted } from './answers/erase-deleted.ts'
import { eraseDiscarded } from './answers/erase-discarded.ts'
import { sweepLetters } from './mail/sweep-letters.ts'
import { sweepStatistics } from './statistics/sweep-statistics.ts'
import { effectsOf } from './jobs/handlers.ts'
import { lookAgain } from './payments/look-again.ts'
import { recountStock } from './payments/recount.ts'
import { sweepExpired } from './sweep.ts'
import { sweepImages } from './templates/images.ts'
import { createOrphanSweep, type OrphanBounds } from './uploads/orphans.ts'

/** Something that goes by itself, without anybody asking. */
export type Sweep = {
  readonly name:
    | 'uploads'
    | 'documents'
    | 'letters'
    | 'answers'
    | 'discarded'
    | 'images'
    | 'orphans'
    | 'audit'
    | 'statistics'
    | 'stock'
    | 'payments'
  /** @returns how many went */
  run(): Promise<number>
}

export type SweepOptions = {
  /** for a host that pays for each look, or whose runs have an end */
  readonly bounds?: OrphanBounds
  /** when an administrator has looked at the clock (CLOCK_CHECKED) */
  readonly clockChecked?: string | undefined
}

/**
 * All that a host does every hour, so that no host forgets any: uploads not continued for a week, whatever has ended by
 * itself, images never saved, answers deleted or discarded long ago, letters that could not be sent, files that no
 * answer names, log entries whose time is over. What is left of a zone is counted again from its orders, and providers
 * are asked again about money that came. Most destroy by the clock, so none runs after its leap (clock-leap.ts) until
 * an administrator has looked.
 */
export function createSweeps(ports: Ports, { bounds, clockChecked }: SweepOptions = {}): readonly Sweep[] {
  const sweeps: readonly Sweep[] = [
    { name: 'uploads', run: () => ports.files.uploads.deleteExpired() },
    { name: 'documents', run: () => sweepExpired(ports) },
    { name: 'letters', run: () => sweepLetters(ports) },
    // Before the files that they are the last to name.
    { name: 'answers', run: () => eraseDeleted(ports) },
    { name: 'discarded', run: () => eraseDiscarded(ports) },
    { name: 'images', run: () => sweepImages(ports) },
    { name: 'orphans', run: createOrphanSweep(ports, bounds) },
    { name: 'audit', run: () => sweepAudit(ports) },
    { name: 'statistics', run: () => sweepStatistics(ports) },
    { name: 'stock', run: () => recountStock(ports) },
    { name: 'payments', run: () => lookAgain(ports, effectsOf(ports.connectors)) },
  ]
  return sweeps.map(({ name, run }) => ({
    name,
    run: async () => {
      if (await noteClock(ports, clockChecked)) return run()
      ports.log.error(`sweep.${name}-waits`, { clock: toInstant(ports.clock()), hint: HINT })
      return 0
    },
  }))
}
const HINT =
  'The clock is more than two days from the newest time that was seen, so nothing is removed. Put it right; if it is right, start with CLOCK_CHECKED set to the date of today (2027-01-31).'
