import { toInstant } from '#domain/kernel/index.ts'
import type { Ports } from './ports.ts'
import { recordClock } from './clock-leap.ts'
import { sweepAudit } from './audit/sweep-audit.ts'
import { eraseDeletedAnswers } from './answers/erase-deleted.ts'
import { eraseDiscardedAnswers } from './answers/erase-discarded.ts'
import { sweepEmails } from './mail/sweep-emails.ts'
import { sweepStatistics } from './statistics/sweep-statistics.ts'
import { findSupportedJobs } from './jobs/handlers.ts'
import { eraseOverdueAnswers } from './privacy/erase-overdue.ts'
import { pollDueOrders } from './payments/poll-orders.ts'
import { recountStock } from './payments/recount.ts'
import { sweepExpired } from './sweep.ts'
import { sweepImages } from './templates/images.ts'
import { createOrphanSweep, type OrphanSweepLimits } from './uploads/orphans.ts'

/** A task of the hourly run. */
export type Sweep = {
  readonly name:
    | 'uploads'
    | 'documents'
    | 'letters'
    | 'retention'
    | 'answers'
    | 'discarded'
    | 'images'
    | 'orphans'
    | 'audit'
    | 'statistics'
    | 'stock'
    | 'payments'
  /** @returns the number of items deleted, corrected or checked */
  run(): Promise<number>
}

export type SweepOptions = {
  /** limits of the orphan sweep, for hosts that pay per read or limit the time of a run */
  readonly bounds?: OrphanSweepLimits
  /** time at which an administrator confirmed the clock (CLOCK_CHECKED) */
  readonly clockChecked?: string | undefined
}

/**
 * All hourly work of a host. Deletes uploads idle for a week, expired documents, unsaved images, answers whose
 * retention period is over or that were deleted or discarded long ago, unsendable e-mails, files that no answer
 * references, and expired log entries. Also checks stock and statistics, and asks providers about payments. After a
 * jump of the clock (clock-leap.ts) nothing runs until the clock is correct or an administrator has confirmed it.
 */
export function createSweeps(ports: Ports, { bounds, clockChecked }: SweepOptions = {}): readonly Sweep[] {
  const sweeps: readonly Sweep[] = [
    { name: 'uploads', run: () => ports.files.uploads.deleteExpired() },
    { name: 'documents', run: () => sweepExpired(ports) },
    { name: 'letters', run: () => sweepEmails(ports) },
    { name: 'retention', run: () => eraseOverdueAnswers(ports, findSupportedJobs(ports.connectors)) },
    // Before `orphans`, which deletes files that only these answers referenced.
    { name: 'answers', run: () => eraseDeletedAnswers(ports) },
    { name: 'discarded', run: () => eraseDiscardedAnswers(ports) },
    { name: 'images', run: () => sweepImages(ports) },
    { name: 'orphans', run: createOrphanSweep(ports, bounds) },
    { name: 'audit', run: () => sweepAudit(ports) },
    { name: 'statistics', run: () => sweepStatistics(ports) },
    { name: 'stock', run: () => recountStock(ports) },
    { name: 'payments', run: () => pollDueOrders(ports, findSupportedJobs(ports.connectors)) },
  ]
  return sweeps.map(({ name, run }) => ({
    name,
    run: async () => {
      if (await recordClock(ports, clockChecked)) return run()
      const clock = toInstant(ports.clock())
      ports.log.error(`sweep.${name}-waits`, { clock, hint: formatClockHint(clock.slice(0, ISO_DATE_LENGTH)) })
      return 0
    },
  }))
}

const ISO_DATE_LENGTH = 10

/** @param today date of the machine's clock */
function formatClockHint(today: string): string {
  return `The system clock differs from the latest recorded time by more than two days, so nothing is deleted. Correct the clock. If today is ${today}, start with CLOCK_CHECKED=${today}.`
}
