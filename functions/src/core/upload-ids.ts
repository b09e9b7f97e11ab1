import { ERRORS } from '@tus/server'

/** Valid upload ids. They become file names, so characters are restricted. */
const UPLOAD_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Milliseconds after which a paused upload is deleted. The device then sends the file again from the start. */
const UPLOAD_LIFETIME = 7 * 24 * 60 * 60 * 1000

/** Throws the error that makes the tus library reply 404. */
export function checkUploadId(id: string): string {
  if (!UPLOAD_ID.test(id)) throw ERRORS.FILE_NOT_FOUND
  return id
}

/**
 * Lifetime of public uploads in milliseconds; short, so that the public cannot fill the disk for a week. They are
 * recognised by their longer ids.
 */
const PUBLIC_UPLOAD_LIFETIME = 6 * 60 * 60 * 1000
const ID_BYTES = 16
const PUBLIC_ID_BYTES = 20

/** The number of random bytes in an upload's id. */
export function countUploadIdBytes(isPublic: boolean): number {
  return isPublic ? PUBLIC_ID_BYTES : ID_BYTES
}

export function computeUploadLifetime(id: string): number {
  return id.length === 2 * PUBLIC_ID_BYTES ? PUBLIC_UPLOAD_LIFETIME : UPLOAD_LIFETIME
}

/**
 * Extensions that the upload stores of both hosts support; see
 * https://tus.io/protocols/resumable-upload#protocol-extensions
 */
export const UPLOAD_EXTENSIONS: readonly string[] = ['creation', 'creation-with-upload', 'termination']
