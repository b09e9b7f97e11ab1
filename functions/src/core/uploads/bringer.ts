import { PUBLIC_AUTHOR, type FileHolder } from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { listLimitedNetworks } from '../limits/by-address.ts'

/**
 * Owner of a submitted file, and the quotas it uses. An account has its own quota. Public files use the quota of their
 * network address, because a new secret costs nothing; a flood then evicts only files of its own network.
 */
export type Uploader = {
  readonly holder: FileHolder
  readonly rooms: readonly StorageQuota[]
  readonly isPublic: boolean
}

/** A quota, and its multiple of one address's limit. Used for a network, and for the wider network around it. */
export type StorageQuota = { readonly name: string; readonly times: number }

/** Digits of the address's hash in upload metadata; only a part, for privacy. */
const QUOTA_HASH_DIGITS = 16

export async function identifyUploader(holder: FileHolder, address: string | undefined): Promise<Uploader> {
  if (!holder.startsWith(`${PUBLIC_AUTHOR}.`)) return { holder, rooms: [{ name: holder, times: 1 }], isPublic: false }
  const networks = address === undefined ? [{ name: '', times: 1 }] : listLimitedNetworks(address)
  const rooms = await Promise.all(
    networks.map(async ({ name, times }) => {
      return { name: `${PUBLIC_AUTHOR}@${(await sha256Hex(`files:${name}`)).slice(0, QUOTA_HASH_DIGITS)}`, times }
    }),
  )
  return { holder, rooms, isPublic: true }
}
