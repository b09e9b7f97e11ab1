import { ACCEPTED_FILE_TYPES } from '../answering/file-places.ts'
import { MAX_IMAGE_PIXELS, MAX_VIDEO_BYTES, ok, refuse } from '../kernel/index.ts'
import type { Result } from '../kernel/index.ts'
import { OVERSIZED_PICTURE_TYPE } from './picture.ts'

/** Alternative names of media types. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['text/rtf', 'application/rtf'],
  ['application/csv', 'text/csv'],
  ['video/avi', 'video/x-msvideo'],
])

/** Types that cannot be determined from the bytes alone. The file extension selects one of the possible types. */
const FAMILIES = new Map<string, Readonly<Record<string, string>>>([
  [
    'application/x-cfb',
    { doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
  ],
  ['text/plain', { csv: 'text/csv' }],
])

/**
 * Determines the type to store. @param found type of the bytes @param name file name on the device @returns the type,
 * file.wrong-type or file.too-large
 */
export function checkDetectedType(found: string, name: string, bytes: number): Result<string> {
  const plainText = normaliseType(found)
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = FAMILIES.get(plainText)?.[ending] ?? plainText
  if (type === OVERSIZED_PICTURE_TYPE) return refuse('file.too-large', { pixels: MAX_IMAGE_PIXELS })
  const limit = ACCEPTED_FILE_TYPES.get(type)
  if (limit === undefined) return refuse('file.wrong-type')
  return bytes > limit ? refuse('file.too-large', { limit }) : ok(type)
}

/** Checks a file before its bytes are sent. Types that devices often do not know are checked by their bytes later. */
export function checkClaimedType(claimed: string, name: string, bytes: number): Result<string> {
  const plainText = normaliseType(claimed)
  const unknown = plainText === '' || plainText === 'application/octet-stream' || plainText.endsWith('/xml')
  if (!unknown) return checkDetectedType(plainText, name, bytes)
  return bytes > MAX_VIDEO_BYTES ? refuse('file.too-large', { limit: MAX_VIDEO_BYTES }) : ok('application/octet-stream')
}

function normaliseType(type: string): string {
  const plainText = (type.split(';')[0] ?? '').trim().toLowerCase()
  return ALIASES.get(plainText) ?? plainText
}
