import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../kernel/limits.ts'
import { latin1, type Source } from './source.ts'

/** A picture that takes more memory than a device has, however few its bytes; no media type that anyone else uses. */
export const OVERSIZED_PICTURE = 'image/x-oversized'

type PictureType = 'image/png' | 'image/jpeg'
type Size = { readonly width: number; readonly height: number }
/** Where a picture ends in its bytes; `cut`: before its end; `unknown`: nothing that can be followed. */
type End = number | 'cut' | 'unknown' | 'animated'

const HEAD_BYTES = 4096
const TAIL_BYTES = 64 * 1024
/** Segments before the size of a JPEG; more of them only waste time. */
const MOST_SEGMENTS = 500
/** What a browser would run, if it took the bytes for a page. */
const MARKUP = /<(?:script|html|!doctype html|iframe|svg|\?php)/i
/** End record of a ZIP file: a reader that begins at the end finds an archive (a "GIFAR" with another head). */
const ARCHIVE = 'PK\x05\x06'

/**
 * What a PNG or JPEG is as a whole, not by its first bytes only: `image/apng` when it moves, OVERSIZED_PICTURE beyond
 * MAX_IMAGE_PIXELS, undefined when it breaks off or is a page or an archive besides. Beyond MAX_IMAGE_BYTES only its
 * size is judged: on a device it is drawn anew, and nowhere else stored. Bytes behind the end are no fault by
 * themselves: phones put films and depths there.
 */
export async function pictureType(source: Source, type: PictureType): Promise<string | undefined> {
  const size = type === 'image/png' ? await sizeOfPng(source) : await sizeOfJpeg(source)
  if (size !== undefined && size.width * size.height > MAX_IMAGE_PIXELS) return OVERSIZED_PICTURE
  if (source.bytes > MAX_IMAGE_BYTES) return type
  const bytes = await source.read(0, source.bytes)
  const end = type === 'image/png' ? endOfPng(bytes) : endOfJpeg(bytes)
  if (end === 'animated') return 'image/apng'
  if (end === 'cut') return undefined
  const behind = typeof end === 'number' ? latin1(bytes.subarray(Math.max(end, bytes.length - TAIL_BYTES))) : ''
  const isMore = behind.includes(ARCHIVE) || MARKUP.test(behind) || MARKUP.test(latin1(bytes.subarray(0, HEAD_BYTES)))
  return isMore ? undefined : type
}

async function sizeOfPng(source: Source): Promise<Size | undefined> {
  const head = await source.read(0, 33)
  if (head.length < 33 || latin1(head.subarray(12, 16)) !== 'IHDR') return undefined
  const view = viewOf(head)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** SOF0 to SOF15, without the tables that lie among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

async function sizeOfJpeg(source: Source): Promise<Size | undefined> {
  let at = 2
  for (let segment = 0; segment < MOST_SEGMENTS; segment += 1) {
    const head = await source.read(at, 9)
    if (head.length < 9 || head[0] !== 0xff) return undefined
    const [, marker = 0] = head
    const view = viewOf(head)
    if (isFrame(marker)) return { width: view.getUint16(7), height: view.getUint16(5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(2)
  }
  return undefined
}

/** Chunk after chunk to the last one. Frames of an animation are announced before the picture itself. */
function endOfPng(bytes: Uint8Array): End {
  const view = viewOf(bytes)
  let hasBegun = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = latin1(bytes.subarray(at + 4, at + 8))
    if (name === 'acTL' && !hasBegun) return 'animated'
    hasBegun ||= name === 'IDAT'
    at += 12 + view.getUint32(at)
    if (name === 'IEND') return at
  }
  return hasBegun ? 'cut' : 'unknown'
}

/** Segment after segment, and through the picture's own bytes, which have no length of their own. */
function endOfJpeg(bytes: Uint8Array): End {
  const view = viewOf(bytes)
  let hasBegun = false
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at += 1
    else if (at + 4 > bytes.length) break
    else {
      at += 2 + view.getUint16(at + 2)
      if (marker !== 0xda) continue
      hasBegun = true
      at = nextMarker(bytes, at)
    }
  }
  return hasBegun ? 'cut' : 'unknown'
}

/** The next marker in a picture's own bytes: neither a stuffed 0xFF nor a restart. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
