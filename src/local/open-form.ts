import type { AnswerId } from '#domain/kernel/index.ts'
import { runWrite, type Local } from './local.ts'
import { writeMetaInTransaction, readMeta, type Meta } from './meta.ts'

/**
 * The form that was open when the app ended. Stored in IndexedDB, because Chromium writes localStorage to the disk only
 * seconds later.
 */
export type RememberedForm = Meta['leftOpen']

export async function rememberOpenForm(local: Local, place: RememberedForm): Promise<void> {
  await runWrite(local, ['meta'], (database) => writeMetaInTransaction(database, 'leftOpen', place))
}

/** Forgets this form when the user leaves it. Does nothing if another window has recorded a different form since. */
export async function forgetOpenForm(local: Local, draft: AnswerId): Promise<void> {
  if ((await readMeta(local, 'leftOpen').catch(() => undefined))?.draft !== draft) return
  await runWrite(local, ['meta'], (database) => writeMetaInTransaction(database, 'leftOpen', undefined))
}

/**
 * Returns the form that was open when the app ended, and forgets it, so that a form that crashes the app is reopened
 * only once.
 */
export async function takeOpenForm(local: Local): Promise<RememberedForm | null> {
  const found = await readMeta(local, 'leftOpen').catch(() => undefined)
  if (found === undefined) return null
  await forgetOpenForm(local, found.draft)
  return typeof found.template === 'string' && typeof found.draft === 'string' ? found : null
}
