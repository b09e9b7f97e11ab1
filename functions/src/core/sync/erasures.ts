import type { AnswerId } from '#domain/kernel/index.ts'
import type { Store } from '../ports.ts'

/** Erasures per page: ids only. */
const MAX_ERASURES = 1_000

type Erasures = { readonly ids: readonly AnswerId[]; readonly position: number; readonly more: boolean }

/**
 * Reads the answers erased on behalf of a person since a position. Also sent on a first pull: after a reset the device
 * still has unsent work, and copies of other authors' answers that it edits.
 * @param reach municipalities or account of the device
 */
export async function readErasures(store: Store, reach: readonly string[], after: number): Promise<Erasures> {
  const found = await store.changes({ collection: 'erased', field: 'reach', values: reach, after, limit: MAX_ERASURES })
  return {
    ids: found.entries.flatMap(({ document }) => document?.id ?? []),
    position: found.position,
    more: found.more,
  }
}
