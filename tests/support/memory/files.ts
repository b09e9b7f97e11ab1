import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { ok, refuse, type Sha256 } from '#domain/kernel/index.ts'
import type { Clock, FileStore } from '#core/ports.ts'
import { detectMediaType, type ByteSource } from '#domain/files/index.ts'
import { checkUploadId, UPLOAD_EXTENSIONS, computeUploadLifetime } from '#core/upload-ids.ts'

type Part = { readonly upload: Upload; bytes: Buffer; touched: number }

/** Files in memory, for tests and the simulator: no timers or threads, and the same rules as on disk. */
export function openMemoryFiles(clock: Clock = () => 0): FileStore {
  const sealed = new Map<Sha256, Uint8Array>()
  const uploads = new MemoryUploads(clock)

  return {
    uploads,
    seal: async (uploadId, { sha256, bytes }) => {
      const part = uploads.take(checkUploadId(uploadId))
      const known = sealed.get(sha256)
      if (part === undefined)
        return known?.length === bytes ? ok({ type: await detectMediaType(sourceOf(known)) }) : refuse('file.missing')
      if (part.length !== bytes) return refuse('file.length-mismatch', { expected: bytes, found: part.length })
      if (createHash('sha256').update(part).digest('hex') !== sha256) return refuse('file.hash-mismatch')
      sealed.set(sha256, part)
      return ok({ type: await detectMediaType(sourceOf(part)) })
    },
    size: async (sha256) => sealed.get(sha256)?.length,
    read: async (sha256) => {
      const bytes = sealed.get(sha256)
      if (bytes === undefined) return undefined
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new Uint8Array(bytes))
          controller.close()
        },
      })
    },
    list: async ({ after = '', limit } = {}) =>
      [...sealed.keys()]
        .filter((sha256) => sha256 > after)
        .sort()
        .slice(0, limit),
    remove: async (sha256, isNamed) => {
      if (!(await isNamed())) sealed.delete(sha256)
    },
  }
}

class MemoryUploads extends DataStore {
  override extensions = [...UPLOAD_EXTENSIONS]
  readonly #parts = new Map<string, Part>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    super()
    this.#clock = clock
  }

  override async create(upload: Upload): Promise<Upload> {
    const id = checkUploadId(upload.id)
    if (this.#parts.has(id)) throw new Error('An upload of this id exists')
    upload.creation_date = new Date(this.#clock()).toISOString()
    this.#parts.set(id, { upload, bytes: Buffer.alloc(0), touched: this.#clock() })
    return upload
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const part = this.#part(id)
    part.bytes = part.bytes.subarray(0, offset)
    for await (const chunk of stream) {
      part.bytes = Buffer.concat([part.bytes, chunk as Uint8Array])
      part.touched = this.#clock()
    }
    return part.bytes.length
  }

  override async getUpload(id: string): Promise<Upload> {
    const { upload, bytes } = this.#part(id)
    return Object.assign(new Upload({ id, offset: bytes.length }), { ...upload, offset: bytes.length })
  }

  override async remove(id: string): Promise<void> {
    this.#part(id)
    this.#parts.delete(id)
  }

  override async deleteExpired(): Promise<number> {
    const expired = [...this.#parts].filter(([id, part]) => this.#clock() - part.touched > computeUploadLifetime(id))
    for (const [id] of expired) this.#parts.delete(id)
    return expired.length
  }

  take(id: string): Uint8Array | undefined {
    const part = this.#parts.get(id)
    this.#parts.delete(id)
    return part?.bytes
  }

  #part(id: string): Part {
    const part = this.#parts.get(checkUploadId(id))
    if (part === undefined) throw ERRORS.FILE_NOT_FOUND
    return part
  }
}

function sourceOf(bytes: Uint8Array): ByteSource {
  return { bytes: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}
