import { DISCARDED_REASON, type StoredScan } from './documents/ticket.ts'

/** Checks whether staff discarded the passage. */
export function isDiscarded({ why }: { readonly why?: string | undefined }): boolean {
  return why === DISCARDED_REASON
}

/** Checks whether the ticket passed a door, including discarded passages. */
export function isPassage(scan: Pick<StoredScan, 'isAdmitted' | 'why'>): boolean {
  return scan.isAdmitted || isDiscarded(scan)
}

/** Returns the scan as discarded: a passage stays on record but no longer counts. Refusals are unchanged. */
export function discardScan(scan: StoredScan): StoredScan {
  return scan.isAdmitted ? { ...scan, isAdmitted: false, why: DISCARDED_REASON } : scan
}
