import { DISCARDED_REASON, type StoredScan } from './documents/ticket.ts'

/** Checks whether staff discarded this passage through a door. */
export function isScanDiscarded({ why }: { readonly why?: string | undefined }): boolean {
  return why === DISCARDED_REASON
}

/** Checks whether this scan let the ticket through a door, even if staff discarded it later. */
export function isPassage(scan: Pick<StoredScan, 'isAdmitted' | 'why'>): boolean {
  return scan.isAdmitted || isScanDiscarded(scan)
}

/** Returns the scan as discarded: a passage stays recorded but no longer counts. Refusals are unchanged. */
export function discardScan(scan: StoredScan): StoredScan {
  return scan.isAdmitted ? { ...scan, isAdmitted: false, why: DISCARDED_REASON } : scan
}
