import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES, MAX_MAP_DOCUMENT_BYTES, MAX_VIDEO_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'

/** Documents that may be attached (part 3, point 5), by the ending of their name: browsers know few of their media types. */
const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
}
const MAP_ENDINGS = ['kml', 'kmz']

/** What the file chooser offers for each kind of attachment. */
export const ACCEPT: Readonly<Record<AttachmentField, string>> = {
  imagen: 'image/png,image/jpeg',
  documento: Object.keys(DOCUMENT_TYPES).map((ending) => `.${ending}`).join(','),
  video: 'video/*',
}

/** @returns the media type that the first bytes show, for images that may be attached */
export function imageTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const starts = (...marks: readonly number[]): boolean => marks.every((mark, index) => bytes[index] === mark)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : null
}

/**
 * Checks a document or video before its bytes are read.
 * @returns its media type; refuses with file.wrong-type or file.too-large (`max` in MB; `kind` is `map` for KML and KMZ)
 */
export function checkFile(field: Exclude<AttachmentField, 'imagen'>, file: { readonly name: string; readonly size: number; readonly type: string }): Result<string> {
  if (field === 'video') {
    if (!file.type.startsWith('video/')) return refuse('file.wrong-type')
    return file.size > MAX_VIDEO_BYTES ? refuse('file.too-large', { kind: 'video', max: inMegabytes(MAX_VIDEO_BYTES) }) : ok(file.type)
  }
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const type = DOCUMENT_TYPES[ending]
  if (type === undefined) return refuse('file.wrong-type')
  const isMap = MAP_ENDINGS.includes(ending)
  const max = isMap ? MAX_MAP_DOCUMENT_BYTES : MAX_DOCUMENT_BYTES
  return file.size > max ? refuse('file.too-large', { kind: isMap ? 'map' : 'document', max: inMegabytes(max) }) : ok(type)
}

export function checkImageSize(bytes: number): Result<void> {
  return bytes > MAX_IMAGE_BYTES ? refuse('file.too-large', { kind: 'image', max: inMegabytes(MAX_IMAGE_BYTES) }) : ok(undefined)
}

function inMegabytes(bytes: number): number {
  return bytes / 1024 / 1024
}
