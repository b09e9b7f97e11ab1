import { DataStore, ERRORS, Upload } from '@tus/server'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, stat, statfs, unlink, readFile, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { ok, refuse, type Sha256, sha256Schema } from '#domain/kernel/index.ts'
import { quietLog } from '#core/log.ts'
import type { Clock, FileStore, Log } from '#core/ports.ts'
import { detectMediaType, type ByteSource } from '#domain/files/index.ts'
import { checkUploadId, UPLOAD_EXTENSIONS, computeUploadLifetime } from '#core/upload-ids.ts'
import { listShards, PRIVATE_FOLDER_MODE, PRIVATE_FILE_MODE } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { isFileMissingError, allowMissingFile } from './missing.ts'

const noteSchema = z.object({
  id: z.string(),
  size: z.int().optional(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  creation_date: z.string(),
})

/**
 * Uploads in progress: `<id>.part` has the bytes, `<id>.json` the announcement. The offset is the length of the part
 * and is stored nowhere else, so it is correct after any crash. Parts are not synced to disk: a file is reported as
 * received only after `seal` has hashed and synced it, and what a power failure lost is sent again.
 */
class DiskUploads extends DataStore {
  override extensions = [...UPLOAD_EXTENSIONS]
  readonly #folder: string
  readonly #clock: Clock

  constructor(folder: string, clock: Clock) {
    super()
    this.#folder = folder
    this.#clock = clock
  }

  partPath(id: string): string {
    return join(this.#folder, `${checkUploadId(id)}.part`)
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date(this.#clock()).toISOString()
    const { id, size, metadata, creation_date } = upload
    await writeFile(this.partPath(id), '', { flag: 'wx', mode: PRIVATE_FILE_MODE })
    await writeFile(this.#notePath(id), JSON.stringify({ id, size, metadata, creation_date }), {
      mode: PRIVATE_FILE_MODE,
    })
    return upload
  }

  /** Keeps all bytes received before the connection broke; the device continues after them. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await allowMissingFile(open(this.partPath(id), 'r+'))
    if (handle === undefined) throw ERRORS.FILE_NOT_FOUND
    let position = offset
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Uint8Array
        for (let from = 0; from < bytes.length;) {
          const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, position)
          from += bytesWritten
          position += bytesWritten
        }
      }
    } finally {
      await handle.close()
    }
    return position
  }

  override async getUpload(id: string): Promise<Upload> {
    const [part, text] = await Promise.all([
      allowMissingFile(stat(this.partPath(id))),
      allowMissingFile(readFile(this.#notePath(id), 'utf8')),
    ])
    const note = text === undefined ? undefined : parseNote(text)
    if (part === undefined || note === undefined) throw ERRORS.FILE_NOT_FOUND
    const { size, metadata, creation_date } = note
    return new Upload({
      id,
      offset: part.size,
      creation_date,
      ...(size === undefined ? {} : { size }),
      ...(metadata === undefined ? {} : { metadata }),
    })
  }

  override async remove(id: string): Promise<void> {
    if ((await allowMissingFile(stat(this.partPath(id)))) === undefined) throw ERRORS.FILE_NOT_FOUND
    await this.discard(id)
  }

  override async deleteExpired(): Promise<number> {
    let expired = 0
    for (const name of await readdir(this.#folder)) {
      // A mount point also has `lost+found`.
      if (!/\.(?:part|json)$/.test(name)) continue
      const info = await allowMissingFile(stat(join(this.#folder, name)))
      const lifetime = computeUploadLifetime(name.split('.', 1)[0] ?? '')
      if (info === undefined || this.#clock() - info.mtimeMs <= lifetime) continue
      // A `.json` file is never modified after the start of the upload; the `.part` file shows the last request.
      const part = name.endsWith('.json')
        ? await allowMissingFile(stat(join(this.#folder, name.replace(/json$/, 'part'))))
        : undefined
      if (part !== undefined && this.#clock() - part.mtimeMs <= lifetime) continue
      await allowMissingFile(unlink(join(this.#folder, name)))
      if (name.endsWith('.part')) expired += 1
    }
    return expired
  }

  /** Deletes uploads that are idle for more than `idle` milliseconds, the longest idle first. @returns bytes freed */
  async evict(idle: number, bytes: number): Promise<number> {
    const waiting: { readonly id: string; readonly size: number; readonly touched: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const info = name.endsWith('.part') ? await allowMissingFile(stat(join(this.#folder, name))) : undefined
      if (info !== undefined && this.#clock() - info.mtimeMs > idle)
        waiting.push({ id: name.slice(0, -'.part'.length), size: info.size, touched: info.mtimeMs })
    }
    let freed = 0
    for (const { id, size } of waiting.sort((a, b) => a.touched - b.touched)) {
      if (freed >= bytes) break
      await this.discard(id)
      freed += size
    }
    return freed
  }

  /** Deletes both files; if one remains, `deleteExpired` finds it. */
  async discard(id: string): Promise<void> {
    await allowMissingFile(unlink(this.partPath(id)))
    await allowMissingFile(unlink(this.#notePath(id)))
  }

  #notePath(id: string): string {
    return join(this.#folder, `${checkUploadId(id)}.json`)
  }
}

/** @returns undefined for a file that a power failure left incomplete */
function parseNote(text: string): z.infer<typeof noteSchema> | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Names of the subfolders: the first two digits of a hash. They keep folders small. */
const SHARDS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const MISSING_FILE_HINT = `An answer refers to this file, but the file is not on the disk. ${commandLine('verify')} lists all missing files.`
/** Maximum missing files in the log until the next start; the command `verify` lists all of them. */
const MAX_MISSING_LOGGED = 1_000
const READ_BYTES = 256 * 1024

/**
 * Files on disk. Sealed files are in `files/ab/<sha256>`, unfinished uploads in `uploads/`. Sealing is atomic: hash,
 * fsync, rename, fsync of the folder. Reading a file that the disk has lost is logged, because documents reference it.
 */
export async function openDiskFiles(folder: string, clock: Clock, log: Log = quietLog): Promise<FileStore> {
  const root = join(folder, 'files')
  const parts = join(folder, 'uploads')
  mkdirSync(parts, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  // Creates all subfolders at the start, so that sealing never has to sync a new folder. Synchronous, because 256 calls
  // through the thread pool take far longer, and no request waits yet.
  const made = SHARDS.map((name) => mkdirSync(join(root, name), { recursive: true, mode: PRIVATE_FOLDER_MODE }))
  if (made.some((path) => path !== undefined)) {
    await syncFolder(root)
    await syncFolder(folder)
  }
  const uploads = new DiskUploads(parts, clock)
  const missing = new Set<Sha256>()

  /** Logs a missing file once, because lists with photos request it again and again. */
  function logMissingFile(sha256: Sha256): void {
    if (missing.has(sha256) || missing.size >= MAX_MISSING_LOGGED) return
    missing.add(sha256)
    log.error('file.missing', { sha256, hint: MISSING_FILE_HINT })
  }

  const getFolderOfHash = (sha256: Sha256): string => join(root, sha256Schema.parse(sha256).slice(0, 2))
  const buildFilePath = (sha256: Sha256): string => join(getFolderOfHash(sha256), sha256)

  return {
    uploads,
    seal: async (uploadId, { sha256, bytes }) => {
      const part = uploads.partPath(checkUploadId(uploadId))
      const handle = await allowMissingFile(open(part, 'r'))
      // An earlier request sealed the upload, but its reply was lost.
      if (handle === undefined) return openStoredFile(buildFilePath(sha256), bytes)
      try {
        const source = await toByteSource(handle)
        const wrong =
          source.bytes !== bytes
            ? refuse('file.length-mismatch', { expected: bytes, found: source.bytes })
            : (await computeSha256(source)) !== sha256 && refuse('file.hash-mismatch')
        if (wrong !== false) {
          await uploads.discard(uploadId)
          return wrong
        }
        const type = await detectMediaType(source)
        await handle.sync()
        await rename(part, buildFilePath(sha256))
        await syncFolder(getFolderOfHash(sha256))
        await uploads.discard(uploadId)
        return ok({ type })
      } catch (error) {
        // Another request sealed the same upload first.
        if (isFileMissingError(error)) return openStoredFile(buildFilePath(sha256), bytes)
        throw error
      } finally {
        await handle.close()
      }
    },
    size: async (sha256) => (await allowMissingFile(stat(buildFilePath(sha256))))?.size,
    read: async (sha256) => {
      const handle = await allowMissingFile(open(buildFilePath(sha256), 'r'))
      if (handle === undefined) logMissingFile(sha256)
      return (
        handle && (Readable.toWeb(handle.createReadStream({ highWaterMark: READ_BYTES })) as ReadableStream<Uint8Array>)
      )
    },
    availableBytes: async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    evict: (idle, bytes) => uploads.evict(idle, bytes),
    list: async ({ after = '', limit } = {}) => {
      const names = await Promise.all(listShards(root).map((name) => readdir(join(root, name))))
      return names
        .flat()
        .flatMap((name) => sha256Schema.safeParse(name).data ?? [])
        .filter((sha256) => sha256 > after)
        .sort()
        .slice(0, limit)
    },
    remove: async (sha256, isNamed) => {
      if (!(await isNamed())) await allowMissingFile(unlink(buildFilePath(sha256)))
    },
  }
}

async function openStoredFile(path: string, bytes: number) {
  const handle = await allowMissingFile(open(path, 'r'))
  if (handle === undefined) return refuse('file.missing')
  try {
    const source = await toByteSource(handle)
    return source.bytes === bytes ? ok({ type: await detectMediaType(source) }) : refuse('file.missing')
  } finally {
    await handle.close()
  }
}

async function toByteSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    bytes: size,
    read: async (offset, length) => {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** Hashes in pieces, so that a file of 50 MB is never in memory as a whole. */
async function computeSha256(source: ByteSource): Promise<string> {
  const hash = createHash('sha256')
  for (let offset = 0; offset < source.bytes;) {
    const piece = await source.read(offset, READ_BYTES)
    if (piece.length === 0) break
    hash.update(piece)
    offset += piece.length
  }
  return hash.digest('hex')
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
