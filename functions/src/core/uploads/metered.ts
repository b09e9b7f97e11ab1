import { DataStore, type Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import type { Disk } from '../capacity/disk.ts'
import { tusRefusal } from './tus-refusal.ts'

/** An upload store that reserves disk space for each chunk, instead of for the announced length. */
export class MeteredUploads extends DataStore {
  readonly #uploads: DataStore
  readonly #disk: Disk
  readonly #came: (id: string, bytes: number) => boolean

  /** @param came called with the size of each chunk; returns whether to accept it */
  constructor(uploads: DataStore, disk: Disk, came: (id: string, bytes: number) => boolean) {
    super()
    this.#uploads = uploads
    this.#disk = disk
    this.#came = came
    this.extensions = uploads.extensions
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.#uploads.write(this.#pieces(stream, id) as unknown as Readable, id, offset)
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#uploads.create(upload)
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id)
  }

  override getUpload(id: string): Promise<Upload> {
    return this.#uploads.getUpload(id)
  }

  /** Reserves space for each chunk until the next one is requested; the chunk has then been written. */
  async *#pieces(stream: Readable, id: string): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      const piece = chunk as Uint8Array
      if (!this.#came(id, piece.byteLength)) throw tusRefusal({ code: 'request.too-many', details: { seconds: 1 } })
      const reserved = await this.#disk.reserve(piece, piece.byteLength)
      if (!reserved.ok) throw tusRefusal(reserved.problem)
      try {
        yield piece
      } finally {
        this.#disk.release(piece)
      }
    }
  }
}
