import type { AreaEntry, Profile } from '#domain/sync/index.ts'
import { sha256Hex } from '../http/digest.ts'

const HASH_DIGITS = 32

/** The hash of what a page says about the account: a device that knows it already need not hear the same again. */
export async function toldOf(about: {
  readonly profile: Profile
  readonly areas: readonly AreaEntry[]
}): Promise<string> {
  return (await sha256Hex(JSON.stringify(about))).slice(0, HASH_DIGITS)
}

/** What decides which documents an account may hold. When its hash changes, the device starts anew. */
export async function scopeOf({ id, role, areas, municipality }: Profile): Promise<string> {
  const facts = JSON.stringify([id, role, [...areas].sort(), municipality.path])
  return (await sha256Hex(facts)).slice(0, HASH_DIGITS)
}
