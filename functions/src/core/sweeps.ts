import type { Ports } from './ports.ts'
import { sweepAudit } from './audit/sweep-audit.ts'
import { eraseDeleted } from './answers/erase-deleted.ts'
import { sweepExpired } from './sweep.ts'
import { sweepImages } from './templates/images.ts'
import { createOrphanSweep, type OrphanBounds } from './uploads/orphans.ts'

/** Something that goes by itself, without anybody asking. */
export type Sweep = {
  readonly name: 'uploads' | 'documents' | 'answers' | 'images' | 'orphans' | 'audit'
  /** @returns how many went */
  run(): Promise<number>
}

/**
 * Everything that a host does every hour, so that no host forgets one: uploads that nobody continued for a week, whatever has ended by itself, images
 * that nobody saved, answers that were deleted long ago, files that no answer names, entries of the log whose time is over.
 * @param bounds for a host that pays for each look, or whose runs have an end
 */
export function createSweeps(ports: Ports, bounds?: OrphanBounds): readonly Sweep[] {
  return [
    { name: 'uploads', run: () => ports.files.uploads.deleteExpired() },
    { name: 'documents', run: () => sweepExpired(ports) },
    // Before the files that they are the last to name.
    { name: 'answers', run: () => eraseDeleted(ports) },
    { name: 'images', run: () => sweepImages(ports) },
    { name: 'orphans', run: createOrphanSweep(ports, bounds) },
    { name: 'audit', run: () => sweepAudit(ports) },
  ]
}
