import { PUBLIC_AUTHOR, type FileHolder } from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { networksOf } from '../limits/by-address.ts'

/**
 * Who hands in a file: in whose name it is held, and whose room it takes. An account's files take its own, the public's
 * that of their network address, because a new secret costs nothing: a flood makes room with its own files, not with a
 * neighbour's in another street.
 */
export type Bringer = { readonly holder: FileHolder; readonly rooms: readonly Room[]; readonly isPublic: boolean }

/** What is bounded together, and how many times the bound of one address it has: a network, and the one around it. */
export type Room = { readonly name: string; readonly times: number }

/** Only a part of the address's hash: uploads are kept on the disk, and whose they are is private there. */
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
