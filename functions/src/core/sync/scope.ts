import type { AreaEntry, Profile } from '#domain/sync/index.ts'
import { sha256Hex } from '../http/digest.ts'

const HASH_DIGITS = 32

/** Hash of the profile and areas in a page. They are not sent again to a device whose cursor has the same hash. */
export async function hashAccount(about: {
  readonly profile: Profile
  readonly areas: readonly AreaEntry[]
}): Promise<string> {
  return (await sha256Hex(JSON.stringify(about))).slice(0, HASH_DIGITS)
}

/**
 * Hash of the facts that decide which documents an account may have. When it changes, the device pulls from the start.
 */
export async function hashScope({ id, role, areas, municipality }: Profile): Promise<string> {
  const facts = JSON.stringify([id, role, [...areas].sort(), municipality.path])
  return (await sha256Hex(facts)).slice(0, HASH_DIGITS)
}
