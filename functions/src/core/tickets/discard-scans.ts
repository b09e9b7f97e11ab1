import { discardProgressUnit, discardScansUnit } from '#domain/tickets/judge/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { TicketScans } from '#domain/tickets/index.ts'
import type { Store } from '../ports.ts'
import { formatScanCursor, parseScanCursor, SCANS_BATCH_SIZE } from './door-knowledge.ts'

/** Maximum pages of `SCANS_BATCH_SIZE` tickets per request. */
const MAX_PAGES = 5
/** Tickets whose scans are written in one commit. */
const TICKETS_AT_ONCE = 50

type Discarding = { readonly form: TemplateId; readonly link: string }
type Discarded = { readonly scans: number; readonly isDone: boolean }

/** Number of a link's scans that are not discarded yet. */
export async function countScans(store: Pick<Store, 'changes'>, { form, link }: Discarding): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const page = await pageAfter(store, form, after)
    for (const document of page.documents) count += ownScans(document, link)
    if (!page.more) return count
    after = page.position
  }
}

/**
 * Discards scans of a link, continuing where the previous request ended. `scansUnit` stores scans that arrive now as
 * discarded, because the link is marked.
 */
export async function discardScans(
  store: Pick<Store, 'changes' | 'commit' | 'eras'>,
  { form, link, next }: Discarding & { readonly next: string },
): Promise<Discarded> {
  let scans = 0
  let position = parseScanCursor(next, store.eras)
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await pageAfter(store, form, position)
    const tickets = page.documents.filter((one) => ownScans(one, link) > 0).map(({ ticket }) => ticket)
    for (let from = 0; from < tickets.length; from += TICKETS_AT_ONCE)
      scans += await store.commit(discardScansUnit(form, tickets.slice(from, from + TICKETS_AT_ONCE), link))
    position = page.position
    if (page.more) continue
    await store.commit(discardProgressUnit(form, link, undefined))
    return { scans, isDone: true }
  }
  await store.commit(discardProgressUnit(form, link, formatScanCursor(position, store.eras)))
  return { scans, isDone: false }
}

/** Position at which a discard starts. */
export const DISCARD_START = '0.'

async function pageAfter(store: Pick<Store, 'changes'>, form: TemplateId, after: number) {
  const found = await store.changes({
    collection: 'lecturas',
    field: 'form',
    values: [form],
    after,
    limit: SCANS_BATCH_SIZE,
  })
  const documents = found.entries.flatMap(({ document }) => document ?? [])
  return { documents, position: found.position, more: found.more }
}

function ownScans({ scans }: TicketScans, link: string): number {
  return scans.filter((scan) => scan.link === link && scan.isAdmitted).length
}
