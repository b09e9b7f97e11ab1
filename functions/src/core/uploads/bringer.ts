import { PUBLIC_AUTHOR, type FileHolder } from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { networksOf } from '../limits/by-address.ts'

/**
 * Owner of a submitted file, and the storage quota it uses. An account's files use its own quota, public ones that of
 * their network address, because a new secret costs nothing: a flood evicts its own files, not a neighbour's.
 */
export type Bringer = { readonly holder: FileHolder; readonly rooms: readonly Room[]; readonly isPublic: boolean }

/** A quota, and its multiple of one address's limit: a network, and the one around it. */
export type Room = { readonly name: string; readonly times: number }

/** Digits of the address's hash in the metadata of uploads; only part of it, for privacy. */
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
