import { pictureOf, type Picture } from './picture.ts'

/** Of a PNG, which has to be unpacked to be put on a page: a quarter of what a phone's camera takes, and far more than paper shows. */
const MOST_PIXELS = 12_000_000
const LONGEST_SIDE = 20_000
const BYTES_PER_PIXEL = 8

/**
 * A picture as it came, where nothing can draw it smaller: photos were made small on the device that took them. One that says nothing of itself, or would unpack to more than it
 * says or than memory is for, is none.
 */
export async function boundedPicture(bytes: Uint8Array<ArrayBuffer>): Promise<Picture | null> {
  const picture = pictureOf(bytes)
  if (picture === null || Math.max(picture.width, picture.height) > LONGEST_SIDE) return null
  if (picture.type === 'image/jpeg') return picture
  const pixels = picture.width * picture.height
  return pixels <= MOST_PIXELS && (await unpacksTo(bytes, pixels * BYTES_PER_PIXEL + picture.height)) ? picture : null
}

/** Whether the picture data of a PNG is no more than this when it is unpacked. */
async function unpacksTo(png: Uint8Array<ArrayBuffer>, most: number): Promise<boolean> {
  const parts = dataOf(png)
  let length = 0
  try {
    for await (const piece of new Blob([...parts]).stream().pipeThrough(new DecompressionStream('deflate'))) {
      length += (piece as Uint8Array).length
      if (length > most) return false
    }
    return length > 0
  } catch {
    // Broken off, or no such data.
    return false
  }
}

const IDAT = 0x49444154

function dataOf(png: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 8; at + 12 <= png.length;) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return parts
}
