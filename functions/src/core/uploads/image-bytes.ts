import { Upload } from '@tus/server'
import { detectMediaType } from '#domain/files/index.ts'
import { ok, refuse, toHex, type Result, type Sha256 } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'

const UPLOAD_ID_BYTES = 16

/** Type of an image by its bytes. Refuses with file.wrong-type. */
export async function detectImageType(bytes: Uint8Array): Promise<Result<'image/png' | 'image/jpeg'>> {
  const type = await detectMediaType({
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  return type === 'image/png' || type === 'image/jpeg' ? ok(type) : refuse('file.wrong-type')
}

/** Stores bytes that arrived in one request, through the upload store. Call only inside `getOrCreateUploadQueue`. */
export async function sealBytes(
  { files, random }: Pick<Ports, 'files' | 'random'>,
  sha256: Sha256,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const id = toHex(random(UPLOAD_ID_BYTES))
  await files.uploads.create(new Upload({ id, offset: 0, size: bytes.length }))
  await files.uploads.write(yieldOnce(bytes) as unknown as Parameters<typeof files.uploads.write>[0], id, 0)
  const result = await files.seal(id, { sha256, bytes: bytes.length })
  if (!result.ok) throw new Error(`An image was not stored as it is: ${result.problem.code}`)
}

/** Bytes as an async iterable, which upload stores read. */
async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
