import type { Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import type { BlobKey, BlobRow, FileOwner, RelevoDatabase } from './database.ts'
import { runRead, type Local } from './local.ts'

/** A file with its measured hash and size. */
export type CapturedFile = { readonly claim: FileClaim; readonly data: ArrayBuffer }
/** A chosen file that stays on the user's disk and is never completely in memory. */
export type ChosenFile = { readonly claim: FileClaim; readonly source: Blob }

/**
 * Maximum length of a file stored in one row. Longer files (up to 50 MB) are stored in pieces, because the browser
 * copies a value three times when it stores or reads it.
 */
export const LONG_FILE_BYTES = 4 * 1024 * 1024
/** Size of a stored piece, equal to the size of an upload chunk. */
const CHUNK_BYTES = UPLOAD_CHUNK_BYTES

type Measured = Pick<FileClaim, 'sha256' | 'bytes'>

function listBlobKeys({ sha256, bytes }: Measured): readonly BlobKey[] {
  const pieces = bytes > LONG_FILE_BYTES ? Math.ceil(bytes / CHUNK_BYTES) : 1
  return Array.from({ length: pieces }, (_, index) => (index === 0 ? sha256 : (`${sha256}:${index}` as const)))
}

/**
 * Loads the bytes of a file. Callers must not send or show other bytes instead.
 * @returns undefined when the bytes are missing, empty, unreadable, or not of the measured length
 * @throws StorageFailure when not only this file is unreadable
 */
export async function loadFile(local: Local, file: Measured): Promise<ArrayBuffer | undefined> {
  const head = await loadRow(local, file.sha256)
  // Also returns a long file that an earlier app stored as a single piece.
  if (head === undefined || head.byteLength === file.bytes) return head
  const [, ...rest] = listBlobKeys(file)
  const pieces = [head]
  for (const key of rest) pieces.push((await loadRow(local, key)) ?? new ArrayBuffer(0))
  if (pieces.some((data, index) => data.byteLength !== getPieceLength(file, index))) return undefined
  const wholeBytes = new Uint8Array(file.bytes)
  for (const [index, data] of pieces.entries()) wholeBytes.set(new Uint8Array(data), index * CHUNK_BYTES)
  return wholeBytes.buffer
}

/** A file that is read while it is sent, so that a long file is never fully in memory. */
export type OpenFile = {
  /** returns at most one upload chunk from this offset; undefined when the bytes can no longer be read */
  from(offset: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  whole(): Promise<ArrayBuffer | undefined>
}

/** @returns undefined like `loadFile`; for a long file, an unreadable piece is noticed only when `from` reads it */
export async function openFile(local: Local, file: Measured): Promise<OpenFile | undefined> {
  const keys = listBlobKeys(file)
  if (keys[1] !== undefined && (await isHere(local, keys[1]))) {
    return {
      from: async (offset) => {
        const index = Math.floor(offset / CHUNK_BYTES)
        const key = keys[index]
        const data = key === undefined ? undefined : await loadRow(local, key)
        return data?.byteLength === getPieceLength(file, index)
          ? new Uint8Array(data, offset - index * CHUNK_BYTES)
          : undefined
      },
      whole: () => loadFile(local, file),
    }
  }
  const data = await loadFile(local, file)
  if (data === undefined) return undefined
  const bytes = new Uint8Array(data)
  const from = (offset: number): Uint8Array<ArrayBuffer> => {
    return bytes.subarray(offset, offset + UPLOAD_CHUNK_BYTES)
  }
  return { from: async (offset) => from(offset), whole: async () => data }
}

function getPieceLength({ bytes }: Measured, index: number): number {
  return bytes > LONG_FILE_BYTES ? Math.min(CHUNK_BYTES, bytes - index * CHUNK_BYTES) : bytes
}

async function loadRow(local: Local, key: BlobKey): Promise<ArrayBuffer | undefined> {
  const load = (): Promise<BlobRow | undefined> => runRead(local, ['blobs'], (database) => database.blobs.get(key))
  const row = await load().catch(() => load().catch((error: unknown) => ignoreIfStored(local, key, error)))
  return row?.data
}

/**
 * Treats a read error as missing bytes if the key is still readable: then only this value is damaged, because browsers
 * store large values in separate files. Rethrows the error otherwise.
 */
async function ignoreIfStored(local: Local, key: BlobKey, error: unknown): Promise<undefined> {
  if (!(await isHere(local, key).catch(() => false))) throw error
}

/** Checks the key only, without reading bytes. */
async function isHere(local: Local, key: BlobKey): Promise<boolean> {
  return (await runRead(local, ['blobs'], (database) => database.blobs.where('sha256').equals(key).count())) > 0
}

/**
 * Returns the pieces of a chosen file, last piece first. Stored in this order, the first piece (with the plain hash as
 * key) exists only if all other pieces exist.
 */
export function listFilePieces(
  file: Measured,
): readonly { readonly key: BlobKey; readonly from: number; readonly to: number }[] {
  return listBlobKeys(file)
    .map((key, index) => ({ key, from: index * CHUNK_BYTES, to: index * CHUNK_BYTES + getPieceLength(file, index) }))
    .toReversed()
}

/** Stores files and their references. Inside a transaction over blobs and needs. */
export async function storeFiles(
  database: RelevoDatabase,
  owner: FileOwner,
  files: readonly CapturedFile[],
): Promise<void> {
  const isLong = ({ claim }: CapturedFile): boolean => claim.bytes > LONG_FILE_BYTES
  await database.blobs.bulkPut(
    files.filter((file) => !isLong(file)).map(({ claim, data }) => ({ sha256: claim.sha256, data })),
  )
  // Writes pieces one after another, because parallel writes would copy all of them into memory at the same time.
  for (const { claim, data } of files.filter(isLong)) {
    for (const [index, key] of listBlobKeys(claim).entries())
      await database.blobs.put({ sha256: key, data: data.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES) })
  }
  await database.needs.bulkPut(files.map(({ claim }) => ({ ...claim, owner })))
}

/**
 * Deletes an owner's references, and the bytes that no other owner refers to. Runs in a transaction over blobs, needs
 * and uploads.
 */
export function releaseFiles(database: RelevoDatabase, owner: FileOwner, only?: readonly Sha256[]): Promise<void> {
  return releaseOwnersFiles(database, [owner], only)
}

/**
 * Releases the files of several owners. Requests run in parallel; within a transaction the browser answers in order.
 */
export async function releaseOwnersFiles(
  database: RelevoDatabase,
  owners: readonly FileOwner[],
  only?: readonly Sha256[],
): Promise<void> {
  const needs = await Promise.all(owners.map((owner) => database.needs.where('owner').equals(owner).toArray()))
  const released = needs.flat().filter((need) => only === undefined || only.includes(need.sha256))
  if (released.length === 0) return
  await database.needs.bulkDelete(released.map((need) => [need.owner, need.sha256]))
  const files = new Map(released.map((need) => [need.sha256, need]))
  const hashes = [...files.keys()]
  const remaining = await Promise.all(hashes.map((sha256) => database.needs.where('sha256').equals(sha256).count()))
  const unneeded = hashes.filter((_, index) => remaining[index] === 0)
  await database.blobs.bulkDelete(unneeded.flatMap((sha256) => listBlobKeys(files.get(sha256) ?? { sha256, bytes: 0 })))
  await database.uploads.bulkDelete(unneeded)
}
