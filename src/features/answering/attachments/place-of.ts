const APP1 = 0xe1
const GPS_TAG = 0x8825
/** Bytes per value, by TIFF field type. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 }

/**
 * Builds a new EXIF segment with only the position. Other data of the camera's segment may include thumbnails, which
 * would still show a face that was blurred later.
 * @returns null when no position can be read
 */
export function keepOnlyPosition(segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return placeIn(new DataView(segment.buffer, segment.byteOffset + TIFF, segment.byteLength - TIFF))
  } catch {
    return null
  }
}

/** Offset of the TIFF header, after marker, length and name. */
const TIFF = 10

function placeIn(from: DataView): Uint8Array<ArrayBuffer> | null {
  const little = from.getUint16(0) === 0x4949
  const first = from.getUint32(4, little)
  const pointers = entriesAt(from, first, little).filter((at) => from.getUint16(at, little) === GPS_TAG)
  const [pointer] = pointers
  if (pointer === undefined) return null
  const entries = entriesAt(from, from.getUint32(pointer + 8, little), little)
  const lengths = entries.map(
    (at) => (TYPE_BYTES[from.getUint16(at + 2, little)] ?? 0) * from.getUint32(at + 4, little),
  )
  // Layout: header, directory with one entry, GPS directory, values longer than four bytes.
  const directory = 8 + 2 + 12 + 4
  let behind = directory + 2 + entries.length * 12 + 4
  const out = new Uint8Array(TIFF + behind + lengths.reduce((sum, length) => sum + (length > 4 ? length : 0), 0))
  // A JPEG segment has at most 65,535 bytes.
  if (out.length - 2 > 0xffff || lengths.includes(0)) return null
  const to = new DataView(out.buffer, TIFF)
  out.set([0xff, APP1, (out.length - 2) >> 8, (out.length - 2) & 0xff, 0x45, 0x78, 0x69, 0x66, 0, 0])
  to.setUint16(0, from.getUint16(0))
  to.setUint16(2, 42, little)
  to.setUint32(4, 8, little)
  to.setUint16(8, 1, little)
  to.setUint16(10, GPS_TAG, little)
  to.setUint16(12, 4, little)
  to.setUint32(14, 1, little)
  to.setUint32(18, directory, little)
  to.setUint16(directory, entries.length, little)
  for (const [index, at] of entries.entries()) {
    const place = directory + 2 + index * 12
    const length = lengths[index] ?? 0
    for (let byte = 0; byte < 12; byte += 1) to.setUint8(place + byte, from.getUint8(at + byte))
    if (length <= 4) continue
    const source = from.getUint32(at + 8, little)
    to.setUint32(place + 8, behind, little)
    for (let byte = 0; byte < length; byte += 1) to.setUint8(behind + byte, from.getUint8(source + byte))
    behind += length
  }
  return out
}

/** @returns the offset of each entry of a directory */
function entriesAt(view: DataView, directory: number, little: boolean): readonly number[] {
  return Array.from({ length: view.getUint16(directory, little) }, (_, index) => directory + 2 + index * 12)
}
