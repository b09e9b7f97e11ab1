import { checkFilePlace, type FileClaim } from '#domain/answering/index.ts'
import { ok, refuse, type Result, sha256Schema, toHex } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import { LONG_FILE_BYTES } from '#local/index.ts'
import { checkFile } from './offered-files.ts'
import { shrinkPhoto } from './shrink.ts'
import { detectBytesType } from './type-of-bytes.ts'

/** A file to be stored. Large files stay a Blob, so that they are never completely in memory. */
export type CapturedFileWithClaim = { readonly claim: FileClaim; readonly data: ArrayBuffer | Blob }

/**
 * Reads, shrinks and measures a chosen file without storing it. Fails like `checkFile` and `shrinkPhoto`, and with the
 * problems of the server's content check. An empty file is file.damaged.
 */
export async function captureFile(
  field: AttachmentField,
  file: File,
  keepPlace: boolean,
): Promise<Result<CapturedFileWithClaim>> {
  if (field === 'imagen') {
    const shrunk = await shrinkPhoto(file, keepPlace)
    return shrunk.ok
      ? measureFile(shrunk.value.data, shrunk.value.type, withTypeEnding(file.name, shrunk.value.type))
      : shrunk
  }
  const result = checkFile(field, file)
  if (!result.ok) return result
  if (file.size === 0) return refuse('file.damaged')
  const type = await detectFileType(field, file)
  if (!type.ok) return type
  if (file.size > LONG_FILE_BYTES)
    return ok({ claim: createFileClaim(await hashLargeFile(file), file.size, type.value, file.name), data: file })
  return measureFile(await file.arrayBuffer(), type.value, file.name)
}

async function detectFileType(field: Exclude<AttachmentField, 'imagen'>, file: File): Promise<Result<string>> {
  const type = await detectBytesType(file, file.name)
  const placed = type.ok ? checkFilePlace(field, { type: type.value, bytes: file.size }) : type
  return placed.ok ? type : placed
}

/** Computes the hash and length that the server has to confirm. */
export async function measureFile(
  data: ArrayBuffer,
  type: string,
  name: string,
): Promise<Result<CapturedFileWithClaim & { readonly data: ArrayBuffer }>> {
  if (data.byteLength === 0) return refuse('file.damaged')
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return ok({ claim: createFileClaim(hash, data.byteLength, type, name), data })
}

function createFileClaim(hash: Uint8Array, bytes: number, type: string, name: string): FileClaim {
  return { sha256: sha256Schema.parse(toHex(hash)), bytes, type, name: name.slice(-255) || 'file' }
}

/** Hashes a file in chunks. Uses a library, as the browser's digest needs the whole file in memory. */
async function hashLargeFile(file: Blob): Promise<Uint8Array> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += UPLOAD_CHUNK_BYTES)
    hash.update(new Uint8Array(await file.slice(from, from + UPLOAD_CHUNK_BYTES).arrayBuffer()))
  return hash.digest()
}

/** Replaces the file extension after conversion to JPEG or PNG. */
function withTypeEnding(name: string, type: string): string {
  const ending = type === 'image/png' ? 'png' : 'jpg'
  const stem = name.replace(/\.[^.]*$/, '')
  return `${stem === '' ? 'photo' : stem}.${ending}`
}
