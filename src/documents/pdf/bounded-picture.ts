import { readPictureSize, type Picture } from './picture.ts'

/**
 * Maximum pixels of a PNG, because it is decompressed to be placed on a page. Print shows far fewer; a phone's photo
 * has four times as many.
 */
const MAX_PIXELS = 12_000_000
const MAX_SIDE = 20_000
const BYTES_PER_PIXEL = 8

/**
 * Checks a picture, so that it is safe to place on a page. A JPEG is unchanged; a PNG keeps only the data needed for
 * drawing. Null if the picture is too large, invalid, or decompresses to more than its header declares.
 */
export async function loadSafePicture(bytes: Uint8Array<ArrayBuffer>): Promise<Picture | null> {
  const picture = readPictureSize(bytes)
  if (picture === null || Math.max(picture.width, picture.height) > MAX_SIDE) return null
  if (picture.type === 'image/jpeg') return picture
  const pixels = picture.width * picture.height
  const unprofiledBytes = pixels <= MAX_PIXELS ? withoutProfiles(bytes) : null
  if (unprofiledBytes === null || !(await unpacksTo(unprofiledBytes, pixels * BYTES_PER_PIXEL + picture.height)))
    return null
  return { ...picture, bytes: unprofiledBytes }
}

/** True when the image data of a PNG decompress to at most `max` bytes. */
async function unpacksTo(png: Uint8Array<ArrayBuffer>, max: number): Promise<boolean> {
  const parts = collectImageData(png)
  let length = 0
  try {
    for await (const piece of new Blob([...parts]).stream().pipeThrough(new DecompressionStream('deflate'))) {
      length += (piece as Uint8Array).length
      if (length > max) return false
    }
    return length > 0
  } catch {
    // The data are truncated, or not compressed.
    return false
  }
}

const [IHDR, PLTE, TRNS, IDAT, IEND] = [0x49484452, 0x504c5445, 0x74524e53, 0x49444154, 0x49454e44] as const
const DRAWN_CHUNKS: ReadonlySet<number> = new Set([PLTE, TRNS, IDAT, IEND])
/** Bytes of the signature and the header chunk, which are always kept. */
const HEAD = 33

/** Removes all chunks that are not needed for drawing. @returns null if the PNG has no header or is truncated */
function withoutProfiles(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return null
  const unprofiledBytes = new Uint8Array(png.length)
  unprofiledBytes.set(png.subarray(0, HEAD))
  let end = HEAD
  for (let index = HEAD; index + 12 <= png.length;) {
    const next = index + 12 + view.getUint32(index)
    if (next > png.length) return null
    if (DRAWN_CHUNKS.has(view.getUint32(index + 4))) {
      unprofiledBytes.set(png.subarray(index, next), end)
      end += next - index
    }
    index = next
  }
  return unprofiledBytes.slice(0, end)
}

function collectImageData(png: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 8; at + 12 <= png.length;) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return parts
}
