import {
  MAX_DOCUMENT_BYTES,
  MAX_IMAGE_BYTES,
  MAX_MAP_DOCUMENT_BYTES,
  MAX_VIDEO_BYTES,
  ok,
  refuse,
  type Result,
} from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'

/**
 * Document extensions (part 3, point 5), as browsers know few of their media types. `domain/files` checks contents.
 */
const DOCUMENT_ENDINGS = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'csv',
  'rtf',
  'odt',
  'ods',
  'odp',
  'odg',
  'kml',
  'kmz',
]
/** Extensions of videos whose media type a device may not know (Matroska on most, 3GP on desktops). */
const VIDEO_ENDINGS = ['mp4', 'm4v', 'webm', 'mov', 'qt', '3gp', '3g2', 'ogv', 'mpg', 'mpeg', 'avi', 'mkv']
const MAP_ENDINGS = ['kml', 'kmz']

/** The `accept` attribute of the file input for each kind of attachment. */
export const ACCEPT_ATTRIBUTES: Readonly<Record<AttachmentField, string>> = {
  imagen: 'image/png,image/jpeg',
  documento: DOCUMENT_ENDINGS.map((ending) => `.${ending}`).join(','),
  video: ['video/*', ...VIDEO_ENDINGS.map((ending) => `.${ending}`)].join(','),
}

/**
 * Checks name, type and size of a file before its content is read. Fails with file.wrong-type or file.too-large (`max`
 * in MB).
 */
export function checkFile(
  field: Exclude<AttachmentField, 'imagen'>,
  file: { readonly name: string; readonly size: number; readonly type: string },
): Result<void> {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (field === 'video') {
    const named = file.type.startsWith('video/') || VIDEO_ENDINGS.includes(ending)
    return named ? checkMaxBytes(MAX_VIDEO_BYTES, file.size, 'video') : refuse('file.wrong-type')
  }
  if (!DOCUMENT_ENDINGS.includes(ending)) return refuse('file.wrong-type')
  return MAP_ENDINGS.includes(ending)
    ? checkMaxBytes(MAX_MAP_DOCUMENT_BYTES, file.size, 'map')
    : checkMaxBytes(MAX_DOCUMENT_BYTES, file.size, 'document')
}

export function checkImageSize(bytes: number): Result<void> {
  return checkMaxBytes(MAX_IMAGE_BYTES, bytes, 'image')
}

function checkMaxBytes(limit: number, bytes: number, kind: 'image' | 'video' | 'map' | 'document'): Result<void> {
  return bytes > limit ? refuse('file.too-large', { kind, max: limit / 1024 / 1024 }) : ok(undefined)
}
