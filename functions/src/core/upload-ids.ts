import { ERRORS } from '@tus/server'

/** Ids become file names: nothing in them may mean anything to a file system. */
const UPLOAD_ID = /^[A-Za-z0-9_-]{8,128}$/

/** An upload that was not continued for so long is given up: a device then sends the file from its start. */
export const UPLOAD_LIFETIME = 7 * 24 * 60 * 60 * 1000

/** Throws what the tus library answers with 404. */
export function checkUploadId(id: string): string {
  if (!UPLOAD_ID.test(id)) throw ERRORS.FILE_NOT_FOUND
  return id
}

/** The public's, known by longer names: no one answers for them, so they do not fill the disk for a week. */
export const PUBLIC_UPLOAD_LIFETIME = 6 * 60 * 60 * 1000
const ID_BYTES = 16
const PUBLIC_ID_BYTES = 20

/** How many random bytes an upload's name is made of. */
export function uploadIdBytes(isPublic: boolean): number {
  return isPublic ? PUBLIC_ID_BYTES : ID_BYTES
}

export function uploadLifetime(id: string): number {
  return id.length === 2 * PUBLIC_ID_BYTES ? PUBLIC_UPLOAD_LIFETIME : UPLOAD_LIFETIME
}

/** What both stores can do; see https://tus.io/protocols/resumable-upload#protocol-extensions */
export const UPLOAD_EXTENSIONS: readonly string[] = ['creation', 'creation-with-upload', 'termination']
