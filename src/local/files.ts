import type { Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/sync/index.ts'
import type { BlobRow, Owner, RelevoDatabase } from './database.ts'
import { reading, type Local } from './local.ts'

/** A file with what was measured when it was captured. */
export type CapturedFile = { readonly claim: FileClaim; readonly data: ArrayBuffer }

/**
 * @returns the bytes, or undefined when there are none: gone, empty, of another length than was measured, or on a spot of the disk that cannot be
 * read any more. A caller never sends or shows anything else in their place.
 * @throws StorageFailure when it is not this file alone that cannot be read
 */
export async function loadFile(local: Local, file: Pick<FileClaim, 'sha256' | 'bytes'>): Promise<ArrayBuffer | undefined> {
  const load = (): Promise<BlobRow | undefined> => reading(local, ['blobs'], (database) => database.blobs.get(file.sha256))
  const row = await load().catch(() => load().catch((error: unknown) => unlessOnlyThis(local, file.sha256, error)))
  return row === undefined || row.data.byteLength !== file.bytes ? undefined : row.data
}

/** Large values lie beside the database, each in a file of its own: one can be damaged while its key and all the others are well. */
async function unlessOnlyThis(local: Local, sha256: Sha256, error: unknown): Promise<undefined> {
  const isThere = await reading(local, ['blobs'], (database) => database.blobs.where('sha256').equals(sha256).count()).catch(() => 0)
  if (isThere === 0) throw error
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
