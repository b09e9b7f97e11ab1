import { open, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import type { Clock } from '#core/ports.ts'
import { checkUploadId, UPLOAD_EXTENSIONS, uploadLifetime } from '#core/upload-ids.ts'
import { PRIVATE_FILE } from '../data-folder.ts'
import { missingIsUndefined } from './missing.ts'

const noteSchema = z.object({
  id: z.string(),
  size: z.int().optional(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  creation_date: z.string(),
})

/**
 * Uploads under way: `<id>.part` with the bytes, `<id>.json` with what was announced. How far one has come is the
 * length of its part and is written nowhere else, so it is right after any crash. Parts are not forced to disk: no file
 * is reported as received before `seal` has hashed and forced it, and what a power cut took is sent again.
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

  /** Whatever arrived before the line was cut stays: the device goes on from there. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await missingIsUndefined(open(this.partPath(id), 'r+'))
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
      missingIsUndefined(stat(this.partPath(id))),
      missingIsUndefined(readFile(this.#notePath(id), 'utf8')),
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
    if ((await missingIsUndefined(stat(this.partPath(id)))) === undefined) throw ERRORS.FILE_NOT_FOUND
    await this.discard(id)
  }

  override async deleteExpired(): Promise<number> {
    let expired = 0
    for (const name of await readdir(this.#folder)) {
      const info = await missingIsUndefined(stat(join(this.#folder, name)))
      const lifetime = uploadLifetime(name.split('.', 1)[0] ?? '')
      if (info === undefined || this.#clock() - info.mtimeMs <= lifetime) continue
      // A note is as old as its upload's first request, its part as young as the last.
      const part = name.endsWith('.json')
        ? await missingIsUndefined(stat(join(this.#folder, name.replace(/json$/, 'part'))))
        : undefined
      if (part !== undefined && this.#clock() - part.mtimeMs <= lifetime) continue
      await missingIsUndefined(unlink(join(this.#folder, name)))
      if (name.endsWith('.part')) expired += 1
    }
    return expired
  }

  /** The longest untouched first, until so many bytes are free. @returns bytes that became free */
  async evict(idle: number, bytes: number): Promise<number> {
    const waiting: { readonly id: string; readonly size: number; readonly touched: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const info = name.endsWith('.part') ? await missingIsUndefined(stat(join(this.#folder, name))) : undefined
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

  /** Both are gone afterwards; either alone is litter that `deleteExpired` finds. */
  async discard(id: string): Promise<void> {
    await missingIsUndefined(unlink(this.partPath(id)))
    await missingIsUndefined(unlink(this.#notePath(id)))
  }

  #notePath(id: string): string {
    return join(this.#folder, `${checkUploadId(id)}.json`)
  }
}

/** @returns undefined when a power cut has left half a note */
function parseNote(text: string): z.infer<typeof noteSchema> | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
