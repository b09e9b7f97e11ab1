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

/** Places for files in an answer; `copy`: attachment of a copy sent by e-mail. */
export type FilePlace = AttachmentField | 'signature' | 'copy'

/** Maximum bytes by media type. */
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

/**
 * Accepted files of each place (part 3, points 5 and 9). Excludes types that browsers execute (HTML, SVG, scripts,
 * generic XML).
 */
const PLACES: Readonly<Record<FilePlace, Limits>> = {
  signature: buildLimits(['image/png'], MAX_SIGNATURE_BYTES),
  imagen: buildLimits(['image/png', 'image/jpeg'], MAX_IMAGE_BYTES),
  documento: new Map([...buildLimits(DOCUMENTS, MAX_DOCUMENT_BYTES), ...buildLimits(MAPS, MAX_MAP_DOCUMENT_BYTES)]),
  video: buildLimits(VIDEOS, MAX_VIDEO_BYTES),
  copy: buildLimits([...DOCUMENTS, 'image/png', 'image/jpeg'], MAX_EMAIL_ATTACHMENT_BYTES),
}

/**
 * All accepted types with their limits, used before the place of a file is known. If several places accept a type, the
 * largest limit applies, because it is the last.
 */
export const ACCEPTED_FILE_TYPES: Limits = new Map([
  ...PLACES.signature,
  ...PLACES.imagen,
  ...PLACES.documento,
  ...PLACES.video,
])

/** Type reported by devices for unknown documents and videos. Never stored, because the server inspects the bytes. */
const UNKNOWN = 'application/octet-stream'

/**
 * Checks whether a place accepts a file. Used by the device before storing and the server after inspecting the bytes.
 * Refuses with file.wrong-type, file.too-large.
 */
export function checkFilePlace(
  place: FilePlace,
  { type, bytes }: { readonly type: string; readonly bytes: number },
): Result<void> {
  const mayBeUnknown = type === UNKNOWN && (place === 'documento' || place === 'video')
  const limit = mayBeUnknown ? MAX_FILE_BYTES : PLACES[place].get(type)
  if (limit === undefined) return refuse('file.wrong-type')
  return bytes > limit ? refuse('file.too-large', { limit }) : ok(undefined)
}

function buildLimits(types: readonly string[], limit: number): Limits {
  return new Map(types.map((type) => [type, limit]))
}
