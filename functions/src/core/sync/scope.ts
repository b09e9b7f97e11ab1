import type { AreaEntry, Profile } from '#domain/sync/index.ts'
import { sha256Hex } from '../http/digest.ts'

const HASH_DIGITS = 32

/** Hash of the account's data in a page: a device that has it need not get the data again. */
export async function hashAccount(about: {
  readonly profile: Profile
  readonly areas: readonly AreaEntry[]
}): Promise<string> {
  return (await sha256Hex(JSON.stringify(about))).slice(0, HASH_DIGITS)
}

/** Hash of what decides which documents an account may have. When it changes, the device starts from the beginning. */
export async function scopeOf({ id, role, areas, municipality }: Profile): Promise<string> {
  const facts = JSON.stringify([id, role, [...areas].sort(), municipality.path])
  return (await sha256Hex(facts)).slice(0, HASH_DIGITS)
}
