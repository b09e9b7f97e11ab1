import type { Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/sync/index.ts'
import type { Owner, RelevoDatabase } from './database.ts'
import { reading, type Local } from './local.ts'

/** A file with what was measured when it was captured. */
export type CapturedFile = { readonly claim: FileClaim; readonly data: ArrayBuffer }

/**
 * @returns the bytes, or undefined when there are none: gone, empty or of another length than was measured.
 * A caller never sends or shows anything else in their place.
 */
export async function loadFile(local: Local, file: Pick<FileClaim, 'sha256' | 'bytes'>): Promise<ArrayBuffer | undefined> {
  const row = await reading(local, ['blobs'], (database) => database.blobs.get(file.sha256))
  return row === undefined || row.data.byteLength !== file.bytes ? undefined : row.data
}

/** Inside a transaction over blobs and needs. */
export async function keepFiles(database: RelevoDatabase, owner: Owner, files: readonly CapturedFile[]): Promise<void> {
  await database.blobs.bulkPut(files.map(({ claim, data }) => ({ sha256: claim.sha256, data })))
  await database.needs.bulkPut(files.map(({ claim }) => ({ ...claim, owner })))
}

/** Inside a transaction over blobs, needs and uploads: the owner goes, and with it the bytes that nothing else needs. */
export function releaseFiles(database: RelevoDatabase, owner: Owner, only?: readonly Sha256[]): Promise<void> {
  return releaseFilesOf(database, [owner], only)
}

/** The same for several owners. What is asked about each is asked at once: within a transaction the browser answers in order. */
export async function releaseFilesOf(database: RelevoDatabase, owners: readonly Owner[], only?: readonly Sha256[]): Promise<void> {
  const needs = await Promise.all(owners.map((owner) => database.needs.where('owner').equals(owner).toArray()))
  const released = needs.flat().filter((need) => only === undefined || only.includes(need.sha256))
  if (released.length === 0) return
  await database.needs.bulkDelete(released.map((need) => [need.owner, need.sha256]))
  const hashes = [...new Set(released.map((need) => need.sha256))]
  const left = await Promise.all(hashes.map((sha256) => database.needs.where('sha256').equals(sha256).count()))
  const unneeded = hashes.filter((_, index) => left[index] === 0)
  await database.blobs.bulkDelete(unneeded)
  await database.uploads.bulkDelete(unneeded)
}
