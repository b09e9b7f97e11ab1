import { DEFAULT_TUNING } from '#core/index.ts'
import { startSessionUnit } from '#domain/sessions/judge/index.ts'
import { type UserId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { sha256Hex } from '#core/http/digest.ts'
import type { World } from './world.ts'

/**
 * A cookie of a session that began without a sign-in, which the audit log would record for administrators: for tests
 * that count its entries.
 */
export async function signedIn({ store, clock }: World, user: string): Promise<string> {
  const id = `${user}-${crypto.randomUUID()}`.replaceAll('-', '').padEnd(43, 'x').slice(0, 43)
  const account = await store.get(keys.user(user as UserId))
  if (account === undefined) throw new Error(`There is no ${user}`)
  const from = { login: id.slice(0, 26), browser: '', system: '', from: '' }
  const session = { key: keys.session(await sha256Hex(id)), user: account, verified: {}, from, isProven: true }
  await store.commit(startSessionUnit(session, clock.now, DEFAULT_TUNING))
  return `__session=${id}`
}
