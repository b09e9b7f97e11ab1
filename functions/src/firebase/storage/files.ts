import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ok, refuse, type Sha256, sha256Schema } from '#domain/kernel/index.ts'
import type { Clock, FileStore } from '#core/ports.ts'
import { detectMediaType, type ByteSource } from '#domain/files/index.ts'
import {
  readSize,
  type CloudBucket,
  type CloudFile,
  type CloudMetadata,
  isObjectMissingError,
  isPreconditionFailed,
  allowMissingObject,
  CREATE_ONLY_OPTIONS,
} from './bucket.ts'
import { CloudUploads, buildUploadFolder, countUploadedBytes, type UploadPiece } from './uploads.ts'

const FILES = 'files/'
/** Maximum number of objects that Cloud Storage combines in one call. */
const MAX_JOINED = 32
/** Maximum attempts to seal a file that other instances delete in between. */
const MAX_TRIES = 5
/**
 * Milliseconds for which a sealed file is not deleted. A document references it within ten minutes; the remaining time
 * allows for differing clocks and sleeping instances.
 */
const SETTLED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Files in Cloud Storage. `remove` must not delete a file that another instance is sealing, and cannot wait for it.
 * Sealing therefore creates the object or renews its metadata. `remove` reads the metadata, then asks whether a
 * document references the file, and deletes only an old object that has not changed since:
 *
 *     sealed before `remove` reads it         the object is new, so it is not deleted
 *     sealed between reading and deleting     the object has changed, so it is not deleted
 *     sealed after deleting                   the object is created again
 *
 * Sealed files are `files/<sha256>`. Parts are hashed one after another and combined by Cloud Storage, so memory holds
 * only a stream's buffer, and a file is stored complete and checked or not at all.
 */
export function openCloudFiles(bucket: CloudBucket, clock: Clock): FileStore {
  const uploads = new CloudUploads(bucket, clock)
  const buildObjectName = (sha256: Sha256): string => `${FILES}${sha256Schema.parse(sha256)}`

  /**
   * Renews the sealed file of an upload that no longer exists, perhaps because it was sealed and only the reply was
   * lost, and returns its type. Refuses with file.missing if there is no sealed file of this length.
   */
  async function found(sha256: Sha256, bytes: number) {
    const piece: UploadPiece = { name: buildObjectName(sha256), start: 0, bytes }
    const file = bucket.file(piece.name)
    if ((await readSize(file)) !== bytes || !(await renewed(file))) return refuse('file.missing')
    return ok({ type: await detectMediaType(toPieceSource(bucket, [piece])) })
  }

  async function check(pieces: readonly UploadPiece[], sha256: Sha256, bytes: number) {
    const length = countUploadedBytes(pieces)
    if (length !== bytes) return refuse('file.length-mismatch', { expected: bytes, found: length })
    return (await computePiecesSha256(bucket, pieces)) === sha256 ? undefined : refuse('file.hash-mismatch')
  }

  const isNew = ({ updated }: CloudMetadata, span: number): boolean => !(clock() - Date.parse(updated ?? '') >= span)

  /** Renews a file, so that it is not deleted soon. @returns false when it no longer exists */
  async function renewed(file: CloudFile): Promise<boolean> {
    const found = await allowMissingObject(file.getMetadata())
    if (found === undefined) return false
    // Half of SETTLED_AFTER_MS is enough, and an object allows only one change per second.
    if (isNew(found[0], SETTLED_AFTER_MS / 2)) return true
    return (
      (await allowMissingObject(file.setMetadata({ metadata: { sealedAgain: new Date(clock()).toISOString() } }))) !==
      undefined
    )
  }

  /** Combines parts into a sealed file. If the file exists, its hash is the same, so it is only renewed. */
  async function join(names: readonly string[], sha256: Sha256, folder: string): Promise<void> {
    const destination = buildObjectName(sha256)
    const few = await combineInGroups(bucket, names, folder)
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        if (few.length === 0) await bucket.file(destination).save('', CREATE_ONLY_OPTIONS)
        else await bucket.combine([...few], destination, { ifGenerationMatch: 0 })
        return
      } catch (error) {
        if (!isPreconditionFailed(error)) throw error
      }
      if (await renewed(bucket.file(destination))) return
    }
    throw new Error('A file went away each time that it was sealed')
  }

  return {
    uploads,
    seal: async (uploadId, { sha256, bytes }) => {
      const folder = buildUploadFolder(uploadId)
      try {
        const pieces = await uploads.pieces(uploadId)
        const wrong = await check(pieces, sha256, bytes)
        // Must follow the reading of the parts: another request may have sealed the upload and deleted some.
        if (!(await uploads.exists(uploadId))) return await found(sha256, bytes)
        if (wrong === undefined) {
          const type = await detectMediaType(toPieceSource(bucket, pieces))
          await join(
            pieces.map((piece) => piece.name),
            sha256,
            folder,
          )
          await uploads.discard(uploadId)
          return ok({ type })
        }
        await uploads.discard(uploadId)
        return wrong
      } catch (error) {
        if (isObjectMissingError(error)) return found(sha256, bytes)
        throw error
      }
    },
    size: async (sha256) => readSize(bucket.file(buildObjectName(sha256))),
    read: async (sha256) => {
      const file = bucket.file(buildObjectName(sha256))
      if ((await readSize(file)) === undefined) return undefined
      return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
    },
    list: async ({ after = '', limit } = {}) => {
      // Starts after the given hash: no hash is between it and the hash with `0` appended.
      const query = {
        prefix: FILES,
        startOffset: `${FILES}${after}0`,
        ...(limit === undefined ? {} : { maxResults: limit }),
      }
      const [files] = await bucket.getFiles(query)
      return files.flatMap(({ name }) => sha256Schema.safeParse(name.slice(FILES.length)).data ?? []).sort()
    },
    remove: async (sha256, isNamed) => {
      const file = bucket.file(buildObjectName(sha256))
      const found = await allowMissingObject(file.getMetadata())
      if (found === undefined) return
      const [looked] = found
      const { generation, metageneration } = looked
      if (generation === undefined || metageneration === undefined)
        throw new Error('An object without a generation cannot be removed safely')
      if (isNew(looked, SETTLED_AFTER_MS) || (await isNamed())) return
      try {
        await file.delete({
          ignoreNotFound: true,
          ifGenerationMatch: generation,
          ifMetagenerationMatch: metageneration,
        })
      } catch (error) {
        // The file was sealed again in the meantime, so a document will reference it.
        if (!isPreconditionFailed(error)) throw error
      }
    },
  }
}

async function computePiecesSha256(bucket: CloudBucket, pieces: readonly UploadPiece[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { name } of pieces) {
    for await (const chunk of bucket.file(name).createReadStream()) hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}

/** Combines objects in groups, until so few are left that one call can combine them. */
async function combineInGroups(
  bucket: CloudBucket,
  names: readonly string[],
  folder: string,
): Promise<readonly string[]> {
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
  return level
}

/** Returns random access to a file that is still in parts. */
function toPieceSource(bucket: CloudBucket, pieces: readonly UploadPiece[]): ByteSource {
  return {
    bytes: countUploadedBytes(pieces),
    read: async (offset, length) => {
      const parts: Uint8Array[] = []
      for (const { name, start, bytes } of pieces) {
        const from = Math.max(offset, start)
        const to = Math.min(offset + length, start + bytes)
        if (from < to)
          parts.push(await buffer(bucket.file(name).createReadStream({ start: from - start, end: to - start - 1 })))
      }
      return Buffer.concat(parts)
    },
  }
}
