import { PUBLIC_AUTHOR, type FileHolder } from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { networksOf } from '../limits/by-address.ts'

/**
 * Owner of a submitted file, and the quotas it uses. An account has its own quota. Public files use the quota of their
 * network address, because a new secret costs nothing; a flood then evicts only files of its own network.
 */
export type Bringer = { readonly holder: FileHolder; readonly rooms: readonly Room[]; readonly isPublic: boolean }

/** A quota, and its multiple of one address's limit. Used for a network, and for the wider network around it. */
export type Room = { readonly name: string; readonly times: number }

/** Digits of the address's hash in upload metadata; only a part, for privacy. */
const ROOM_DIGITS = 16

export async function bringerOf(holder: FileHolder, address: string | undefined): Promise<Bringer> {
  if (!holder.startsWith(`${PUBLIC_AUTHOR}.`)) return { holder, rooms: [{ name: holder, times: 1 }], isPublic: false }
  const networks = address === undefined ? [{ name: '', times: 1 }] : networksOf(address)
  const rooms = await Promise.all(
    networks.map(async ({ name, times }) => {
      return { name: `${PUBLIC_AUTHOR}@${(await sha256Hex(`files:${name}`)).slice(0, ROOM_DIGITS)}`, times }
    }),
  )
  return { holder, rooms, isPublic: true }
}
