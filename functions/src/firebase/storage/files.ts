import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ok, refuse, type Sha256, sha256Schema } from '#domain/kernel/index.ts'
import type { Clock, FileStore } from '#core/ports.ts'
import { sniff } from '#domain/files/index.ts'
import type { Source } from '#domain/files/index.ts'
import { bytesOf, type CloudBucket, isMissing, isTaken, NEW_OBJECT } from './bucket.ts'
import { CloudUploads, folderOf, lengthOf, type Piece } from './uploads.ts'

const FILES = 'files/'
/** Cloud Storage joins so many objects at once. */
const MAX_JOINED = 32

/**
 * Sealed files are `files/<sha256>`. Pieces are hashed where they lie, one after another, and then joined by Cloud Storage itself: no byte
 * of a file is kept in memory beyond a stream's own buffer, and the file appears whole and checked or not at all.
 */
export function openCloudFiles(bucket: CloudBucket, clock: Clock): FileStore {
  const uploads = new CloudUploads(bucket, clock)
  const nameOf = (sha256: Sha256): string => `${FILES}${sha256Schema.parse(sha256)}`

  /** What an upload has become that is not there any more: sealed before, and only the news of it was lost. */
  async function found(sha256: Sha256, bytes: number) {
    const piece: Piece = { name: nameOf(sha256), start: 0, bytes }
    if ((await bytesOf(bucket.file(piece.name))) !== bytes) return refuse('file.missing')
    return ok({ type: await sniff(sourceOf(bucket, [piece])) })
  }

  async function check(pieces: readonly Piece[], sha256: Sha256, bytes: number) {
    const length = lengthOf(pieces)
    if (length !== bytes) return refuse('file.length-mismatch', { expected: bytes, found: length })
    return (await digest(bucket, pieces)) === sha256 ? undefined : refuse('file.hash-mismatch')
  }

  return {
    uploads,
    seal: async (uploadId, { sha256, bytes }) => {
      const folder = folderOf(uploadId)
      try {
        const pieces = await uploads.pieces(uploadId)
        const wrong = await check(pieces, sha256, bytes)
        // Asked after the pieces: what was missing from them may have been taken away by another request that sealed the upload.
        if (!(await uploads.exists(uploadId))) return await found(sha256, bytes)
        if (wrong === undefined) {
          const type = await sniff(sourceOf(bucket, pieces))
          await join(bucket, pieces.map((piece) => piece.name), nameOf(sha256), folder)
          await uploads.discard(uploadId)
          return ok({ type })
        }
        await uploads.discard(uploadId)
        return wrong
      } catch (error) {
        if (isMissing(error)) return found(sha256, bytes)
        throw error
      }
    },
    size: async (sha256) => bytesOf(bucket.file(nameOf(sha256))),
    read: async (sha256) => {
      const file = bucket.file(nameOf(sha256))
      if ((await bytesOf(file)) === undefined) return undefined
      return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
    },
    list: async () => {
      const [files] = await bucket.getFiles({ prefix: FILES })
      return files.flatMap(({ name }) => sha256Schema.safeParse(name.slice(FILES.length)).data ?? []).sort()
    },
    remove: async (sha256) => {
      await bucket.file(nameOf(sha256)).delete({ ignoreNotFound: true })
    },
  }
}

async function digest(bucket: CloudBucket, pieces: readonly Piece[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { name } of pieces) {
    for await (const chunk of bucket.file(name).createReadStream()) hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}

/** Joins any number of objects: first by the handful, then the handfuls. What lies there already has the same hash, so it is the same. */
async function join(bucket: CloudBucket, names: readonly string[], destination: string, folder: string): Promise<void> {
  let level = names
  for (let round = 0; level.length > MAX_JOINED; round += 1) {
    const next: string[] = []
    for (let i = 0; i < level.length; i += MAX_JOINED) {
      const name = `${folder}joined-${round}-${next.length}`
      await bucket.combine(level.slice(i, i + MAX_JOINED), name)
      next.push(name)
    }
    level = next
  }
  try {
    if (level.length === 0) await bucket.file(destination).save('', NEW_OBJECT)
    else await bucket.combine([...level], destination, { ifGenerationMatch: 0 })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/** Random reads over the pieces of one file. */
function sourceOf(bucket: CloudBucket, pieces: readonly Piece[]): Source {
  return {
    bytes: lengthOf(pieces),
    read: async (offset, length) => {
      const parts: Uint8Array[] = []
      for (const { name, start, bytes } of pieces) {
        const from = Math.max(offset, start)
        const to = Math.min(offset + length, start + bytes)
        if (from < to) parts.push(await buffer(bucket.file(name).createReadStream({ start: from - start, end: to - start - 1 })))
      }
      return Buffer.concat(parts)
    },
  }
}
