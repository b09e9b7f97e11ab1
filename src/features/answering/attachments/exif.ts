/**
 * Copies the EXIF segment of a JPEG to its redrawn version, for forms that need the location. The redrawn picture is
 * upright, so the orientation in the segment is reset.
 */

const APP1 = 0xe1
const ORIENTATION_TAG = 0x0112
const UPRIGHT = 1

/** @returns the EXIF segment with marker and length, orientation set to upright; null if there is none */
export function findExifSegment(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let index = 2; index + 10 <= jpeg.length && jpeg[index] === 0xff; index += 2 + view.getUint16(index + 2)) {
    const marker = jpeg[index + 1] ?? 0
    const isExif = marker === APP1 && view.getUint32(index + 4) === 0x45786966
    if (isExif) {
      const segment = jpeg.slice(index, index + 2 + view.getUint16(index + 2))
      return setUpright(segment) ? segment : null
    }
    // Start of scan: no more segments follow.
    if (marker === 0xda) return null
  }
  return null
}

/** @returns the JPEG with the segment inserted before its other segments */
export function withExif(jpeg: Uint8Array<ArrayBuffer>, segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(jpeg.length + segment.length)
  out.set(jpeg.subarray(0, 2))
  out.set(segment, 2)
  out.set(jpeg.subarray(2), 2 + segment.length)
  return out
}

/** Sets the orientation to upright. @returns false if the segment is invalid and must be omitted */
function setUpright(segment: Uint8Array<ArrayBuffer>): boolean {
  const tiff = 10
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  try {
    const little = view.getUint16(tiff) === 0x4949
    if (!little && view.getUint16(tiff) !== 0x4d4d) return false
    const directory = tiff + view.getUint32(tiff + 4, little)
    const entries = view.getUint16(directory, little)
    for (let index = 0; index < entries; index++) {
      const entry = directory + 2 + index * 12
      if (view.getUint16(entry, little) === ORIENTATION_TAG) view.setUint16(entry + 8, UPRIGHT, little)
    }
    return true
  } catch {
    return false
  }
}
