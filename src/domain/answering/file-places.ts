import {
  MAX_DOCUMENT_BYTES,
  MAX_EMAIL_ATTACHMENT_BYTES,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_MAP_DOCUMENT_BYTES,
  MAX_SIGNATURE_BYTES,
  MAX_VIDEO_BYTES,
} from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import type { AttachmentField } from '../questions/attachments.ts'

/** Where an answer names a file; `copy`: what goes along with a copy of it by e-mail. */
export type FilePlace = AttachmentField | 'signature' | 'copy'

/** Media type to greatest length in bytes. */
type Limits = ReadonlyMap<string, number>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'
const DOCUMENTS = [
  'application/pdf',
  'application/rtf',
  'text/csv',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
  `${OPEN_DOCUMENT}.text`,
  `${OPEN_DOCUMENT}.spreadsheet`,
  `${OPEN_DOCUMENT}.presentation`,
  `${OPEN_DOCUMENT}.graphics`,
]
const MAPS = ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz']
const VIDEOS = ['mp4', 'webm', 'quicktime', '3gpp', 'ogg', 'mpeg', 'x-msvideo', 'x-matroska'].map(
  (type) => `video/${type}`,
)

/** What each place takes (part 3, points 5 and 9): nothing that a browser runs (HTML, SVG, scripts, general XML). */
const PLACES: Readonly<Record<FilePlace, Limits>> = {
  signature: limitsOf(['image/png'], MAX_SIGNATURE_BYTES),
  imagen: limitsOf(['image/png', 'image/jpeg'], MAX_IMAGE_BYTES),
  documento: new Map([...limitsOf(DOCUMENTS, MAX_DOCUMENT_BYTES), ...limitsOf(MAPS, MAX_MAP_DOCUMENT_BYTES)]),
  video: limitsOf(VIDEOS, MAX_VIDEO_BYTES),
  copy: limitsOf([...DOCUMENTS, 'image/png', 'image/jpeg'], MAX_EMAIL_ATTACHMENT_BYTES),
}

/** What may be sent at all, before its place is known: of two limits for one type the greater, which comes later. */
export const ACCEPTED: Limits = new Map([...PLACES.signature, ...PLACES.imagen, ...PLACES.documento, ...PLACES.video])

/** What a device says of a document or film of unknown type; no stored file has it: the server looks at the bytes. */
const UNKNOWN = 'application/octet-stream'

/**
 * Whether a file may stand in a place: the device asks before it keeps the bytes, the server again with what it found
 * in them. Refuses file.wrong-type, file.too-large.
 */
export function checkPlace(
  place: FilePlace,
  { type, bytes }: { readonly type: string; readonly bytes: number },
): Result<void> {
  const mayBeUnknown = type === UNKNOWN && (place === 'documento' || place === 'video')
  const limit = mayBeUnknown ? MAX_FILE_BYTES : PLACES[place].get(type)
  if (limit === undefined) return refuse('file.wrong-type')
  return bytes > limit ? refuse('file.too-large', { limit }) : ok(undefined)
}

function limitsOf(types: readonly string[], limit: number): Limits {
  return new Map(types.map((type) => [type, limit]))
}
