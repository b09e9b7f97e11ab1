import type { AnswerId } from '#domain/kernel/index.ts'
import { writing, type Local } from './local.ts'
import { putMeta, readMeta, type Meta } from './meta.ts'

/**
 * The form that was open when the app ended. Stored in the database, because Chromium writes localStorage seconds
 * later.
 */
export type LeftOpen = Meta['leftOpen']

export async function rememberLeftOpen(local: Local, place: LeftOpen): Promise<void> {
  await writing(local, ['meta'], (database) => putMeta(database, 'leftOpen', place))
}

/** Forgets the open form when the user leaves it. The form of another window stays. */
export async function forgetLeftOpen(local: Local, draft: AnswerId): Promise<void> {
  if ((await readMeta(local, 'leftOpen').catch(() => undefined))?.draft !== draft) return
  await writing(local, ['meta'], (database) => putMeta(database, 'leftOpen', undefined))
}

/**
 * @returns the form that was open when the app ended; reading it forgets it, so that a form that crashes the app opens
 * only once
 */
export async function takeLeftOpen(local: Local): Promise<LeftOpen | null> {
  const found = await readMeta(local, 'leftOpen').catch(() => undefined)
  if (found === undefined) return null
  await forgetLeftOpen(local, found.draft)
  return typeof found.template === 'string' && typeof found.draft === 'string' ? found : null
}
