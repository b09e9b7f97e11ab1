import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../kernel/limits.ts'
import { decodeLatin1, type ByteSource } from './source.ts'

/**
 * Type of an image that is too large for a device's memory, whatever its file size. Used internally and never stored.
 */
export const OVERSIZED_PICTURE_TYPE = 'image/x-oversized'

type PictureType = 'image/png' | 'image/jpeg'
type Size = { readonly width: number; readonly height: number }
/** End of an image in its bytes; `cut`: incomplete; `unknown`: cannot be parsed; `animated`: an animated PNG. */
type End = number | 'cut' | 'unknown' | 'animated'

const HEAD_BYTES = 4096
const TAIL_BYTES = 64 * 1024
/** Maximum segments of a JPEG to read until its size is found. */
const MAX_SEGMENTS = 500
/** Markup that a browser would execute if it treated the bytes as a page. */
const MARKUP = /<(?:script|html|!doctype html|iframe|svg|\?php)/i
/** End record of a ZIP file; readers that start at the end find an archive (a "GIFAR"). */
const ARCHIVE = 'PK\x05\x06'

/**
 * Determines the type of a PNG or JPEG from all its bytes:
 *
 * | image | result |
 * |---|---|
 * | incomplete, or also readable as a page or archive | undefined |
 * | more than MAX_IMAGE_PIXELS | OVERSIZED_PICTURE_TYPE |
 * | animated PNG | `image/apng` |
 * | other | its type |
 *
 * Above MAX_IMAGE_BYTES only the number of pixels is checked, because devices redraw such images and no one else stores
 * them. Bytes after the end are accepted, because phones store videos and depth maps there.
 */
export async function detectPictureType(source: ByteSource, type: PictureType): Promise<string | undefined> {
  const size = type === 'image/png' ? await readPngSize(source) : await readJpegSize(source)
  if (size !== undefined && size.width * size.height > MAX_IMAGE_PIXELS) return OVERSIZED_PICTURE_TYPE
  if (source.bytes > MAX_IMAGE_BYTES) return type
  const bytes = await source.read(0, source.bytes)
  const end = type === 'image/png' ? endOfPng(bytes) : endOfJpeg(bytes)
  if (end === 'animated') return 'image/apng'
  if (end === 'cut') return undefined
  const behind = typeof end === 'number' ? decodeLatin1(bytes.subarray(Math.max(end, bytes.length - TAIL_BYTES))) : ''
  const isMore =
    behind.includes(ARCHIVE) || MARKUP.test(behind) || MARKUP.test(decodeLatin1(bytes.subarray(0, HEAD_BYTES)))
  return isMore ? undefined : type
}

async function readPngSize(source: ByteSource): Promise<Size | undefined> {
  const head = await source.read(0, 33)
  if (head.length < 33 || decodeLatin1(head.subarray(12, 16)) !== 'IHDR') return undefined
  const view = toDataView(head)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Checks for a frame header (SOF0 to SOF15), excluding the three other markers in this range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

async function readJpegSize(source: ByteSource): Promise<Size | undefined> {
  let at = 2
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = await source.read(at, 9)
    if (head.length < 9 || head[0] !== 0xff) return undefined
    const [, marker = 0] = head
    const view = toDataView(head)
    if (isFrame(marker)) return { width: view.getUint16(7), height: view.getUint16(5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(2)
  }
  return undefined
}

/** Follows the chunks of a PNG to its end. Animated images have an `acTL` chunk before the image data. */
function endOfPng(bytes: Uint8Array): End {
  const view = toDataView(bytes)
  let hasBegun = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = decodeLatin1(bytes.subarray(at + 4, at + 8))
    if (name === 'acTL' && !hasBegun) return 'animated'
    hasBegun ||= name === 'IDAT'
    at += 12 + view.getUint32(at)
    if (name === 'IEND') return at
  }
  return hasBegun ? 'cut' : 'unknown'
}

/**
 * Follows the segments of a JPEG to its end. Searches the image data for the next marker, because its length is not
 * stored.
 */
function endOfJpeg(bytes: Uint8Array): End {
  const view = toDataView(bytes)
  let hasBegun = false
  for (let index = 2; index + 2 <= bytes.length && bytes[index] === 0xff;) {
    const marker = bytes[index + 1] ?? 0
    if (marker === 0xd9) return index + 2
    if (marker === 0xff) index += 1
    else if (index + 4 > bytes.length) break
    else {
      index += 2 + view.getUint16(index + 2)
      if (marker !== 0xda) continue
      hasBegun = true
      index = findNextMarker(bytes, index)
    }
  }
  return hasBegun ? 'cut' : 'unknown'
}

/** Next marker in image data, skipping stuffed 0xFF bytes and restarts. */
function findNextMarker(bytes: Uint8Array, from: number): number {
  for (let index = bytes.indexOf(0xff, from); index >= 0; index = bytes.indexOf(0xff, index + 1)) {
    const next = bytes[index + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return index
  }
  return bytes.length
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
