import { DISCARDED, type KeptScan } from './documents/ticket.ts'

/** Whether staff discarded the passage. */
export function isDiscarded({ why }: { readonly why?: string | undefined }): boolean {
  return why === DISCARDED
}

/** Whether the ticket went through a door, also where staff discarded that later. */
export function isPassage(scan: Pick<KeptScan, 'isAdmitted' | 'why'>): boolean {
  return scan.isAdmitted || isDiscarded(scan)
}

/** The scan without its effect: a passage stays on record and counts no more. A refusal is unchanged. */
export function discarded(scan: KeptScan): KeptScan {
  return scan.isAdmitted ? { ...scan, isAdmitted: false, why: DISCARDED } : scan
}
