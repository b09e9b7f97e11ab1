import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import type { Clock } from '#core/ports.ts'
import { checkUploadId, UPLOAD_EXTENSIONS, computeUploadLifetime } from '#core/upload-ids.ts'
import {
  type CloudBucket,
  type CloudFile,
  isPreconditionFailed,
  allowMissingObject,
  CREATE_ONLY_OPTIONS,
} from './bucket.ts'

const noteSchema = z.object({
  id: z.string(),
  size: z.int().optional(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  creation_date: z.string(),
})

/** Part of an upload. Its name contains its offset (`start`, in bytes). */
export type UploadPiece = { readonly name: string; readonly start: number; readonly bytes: number }

const UPLOADS = 'uploads/'
const PIECE = /\/piece-(\d{12})$/

/**
 * Uploads in progress. `uploads/<id>/note` has the announcement, and each request adds one object. Objects never
 * change: a second object at the same offset is refused by its precondition, on any instance. The offset of an upload
 * is the end of its contiguous parts.
 */
export class CloudUploads extends DataStore {
  override extensions = [...UPLOAD_EXTENSIONS]
  readonly #bucket: CloudBucket
  readonly #clock: Clock

  constructor(bucket: CloudBucket, clock: Clock) {
    super()
    this.#bucket = bucket
    this.#clock = clock
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date(this.#clock()).toISOString()
    const { id, size, metadata, creation_date } = upload
    await this.#note(id).save(JSON.stringify({ id, size, metadata, creation_date }), CREATE_ONLY_OPTIONS)
    return upload
  }

  /** Keeps all bytes received before the connection broke; the device continues after them. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    if (!(await this.exists(id))) throw ERRORS.FILE_NOT_FOUND
    let object: ReturnType<CloudFile['createWriteStream']> | undefined
    let done: Promise<void> | undefined
    let position = offset
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Uint8Array
        if (bytes.length === 0) continue
        if (object === undefined) {
          object = this.#bucket
            .file(`${buildUploadFolder(id)}piece-${String(offset).padStart(12, '0')}`)
            .createWriteStream(CREATE_ONLY_OPTIONS)
          done = finished(object)
          // `done` is awaited below. This prevents an unhandled rejection before that.
          done.catch(() => {})
        }
        if (!object.write(bytes)) await Promise.race([done, waitForDrain(object)])
        position += bytes.length
      }
    } finally {
      object?.end()
      await done?.catch((error: unknown) => {
        throw isPreconditionFailed(error) ? ERRORS.INVALID_OFFSET : error
      })
    }
    return position
  }

  override async getUpload(id: string): Promise<Upload> {
    const note = await this.#readNote(id)
    if (note === undefined) throw ERRORS.FILE_NOT_FOUND
    const { size, metadata, creation_date } = note
    const offset = countUploadedBytes(await this.pieces(id))
    return new Upload({
      id,
      offset,
      creation_date,
      ...(size === undefined ? {} : { size }),
      ...(metadata === undefined ? {} : { metadata }),
    })
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.exists(id))) throw ERRORS.FILE_NOT_FOUND
    await this.discard(id)
  }

  override async deleteExpired(): Promise<number> {
    const [files] = await this.#bucket.getFiles({ prefix: UPLOADS })
    const touched = new Map<string, number>()
    for (const { name, metadata } of files) {
      const id = name.slice(UPLOADS.length).split('/')[0] ?? ''
      touched.set(id, Math.max(touched.get(id) ?? 0, Date.parse(metadata.updated ?? '') || 0))
    }
    const expired = [...touched]
      .filter(([id, time]) => this.#clock() - time > computeUploadLifetime(id))
      .map(([id]) => id)
    for (const id of expired) await this.discard(id)
    return expired.length
  }

  async exists(id: string): Promise<boolean> {
    return (await allowMissingObject(this.#note(id).getMetadata())) !== undefined
  }

  /** @returns the parts from the start up to the first gap */
  async pieces(id: string): Promise<readonly UploadPiece[]> {
    const [files] = await this.#bucket.getFiles({ prefix: buildUploadFolder(id) })
    const all = files.flatMap(({ name, metadata }): readonly UploadPiece[] => {
      const start = PIECE.exec(name)?.[1]
      return start === undefined ? [] : [{ name, start: Number(start), bytes: Number(metadata.size ?? 0) }]
    })
    const row: UploadPiece[] = []
    for (const piece of all.sort((a, b) => a.start - b.start))
      if (piece.start === countUploadedBytes(row)) row.push(piece)
    return row
  }

  /** Deletes the note first, so that an upload with a note always has all its parts. */
  async discard(id: string): Promise<void> {
    await this.#note(id).delete({ ignoreNotFound: true })
    const [files] = await this.#bucket.getFiles({ prefix: buildUploadFolder(id) })
    await Promise.all(files.map((file) => file.delete({ ignoreNotFound: true })))
  }

  #note(id: string): CloudFile {
    return this.#bucket.file(`${buildUploadFolder(id)}note`)
  }

  async #readNote(id: string): Promise<z.infer<typeof noteSchema> | undefined> {
    const json = await allowMissingObject(text(this.#note(id).createReadStream()))
    return json === undefined ? undefined : noteSchema.parse(JSON.parse(json))
  }
}

export function countUploadedBytes(pieces: readonly UploadPiece[]): number {
  const last = pieces.at(-1)
  return last === undefined ? 0 : last.start + last.bytes
}

/** Returns the folder of an upload. For an invalid id, throws the error that makes the tus library reply 404. */
export function buildUploadFolder(id: string): string {
  return `${UPLOADS}${checkUploadId(id)}/`
}

function waitForDrain(object: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => object.once('drain', resolve))
}
