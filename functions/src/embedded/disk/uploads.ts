import { open, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import type { Clock } from '#core/ports.ts'
import { checkUploadId, UPLOAD_EXTENSIONS, uploadLifetime } from '#core/upload-ids.ts'
import { PRIVATE_FILE } from '../data-folder.ts'
import { undefinedIfNoFile } from './missing.ts'

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
export class DiskUploads extends DataStore {
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
    await writeFile(this.partPath(id), '', { flag: 'wx', mode: PRIVATE_FILE })
    await writeFile(this.#notePath(id), JSON.stringify({ id, size, metadata, creation_date }), { mode: PRIVATE_FILE })
    return upload
  }

  /** Keeps all bytes received before the connection broke; the device continues after them. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await undefinedIfNoFile(open(this.partPath(id), 'r+'))
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
      undefinedIfNoFile(stat(this.partPath(id))),
      undefinedIfNoFile(readFile(this.#notePath(id), 'utf8')),
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
    if ((await undefinedIfNoFile(stat(this.partPath(id)))) === undefined) throw ERRORS.FILE_NOT_FOUND
    await this.discard(id)
  }

  override async deleteExpired(): Promise<number> {
    let expired = 0
    for (const name of await readdir(this.#folder)) {
      const info = await undefinedIfNoFile(stat(join(this.#folder, name)))
      const lifetime = uploadLifetime(name.split('.', 1)[0] ?? '')
      if (info === undefined || this.#clock() - info.mtimeMs <= lifetime) continue
      // A `.json` file is never modified after the start of the upload; the `.part` file shows the last request.
      const part = name.endsWith('.json')
        ? await undefinedIfNoFile(stat(join(this.#folder, name.replace(/json$/, 'part'))))
        : undefined
      if (part !== undefined && this.#clock() - part.mtimeMs <= lifetime) continue
      await undefinedIfNoFile(unlink(join(this.#folder, name)))
      if (name.endsWith('.part')) expired += 1
    }
    return expired
  }

  /** Deletes uploads that are idle for more than `idle` milliseconds, the longest idle first. @returns bytes freed */
  async evict(idle: number, bytes: number): Promise<number> {
    const waiting: { readonly id: string; readonly size: number; readonly touched: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const info = name.endsWith('.part') ? await undefinedIfNoFile(stat(join(this.#folder, name))) : undefined
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
    await undefinedIfNoFile(unlink(this.partPath(id)))
    await undefinedIfNoFile(unlink(this.#notePath(id)))
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
