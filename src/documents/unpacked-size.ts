const END_RECORD = 22
/** Maximum length of a comment after the end record, in bytes. */
const MAX_COMMENT = 65_535
const END = 0x06054b50
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46

/**
 * Returns the unpacked size that a ZIP file declares, in bytes. A file of 0.5 MB can unpack to 500 MB.
 * @returns undefined without a readable directory
 */
export function computeUnpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endRecord(view)
  if (end === undefined) return undefined
  let sum = 0
  for (let at = view.getUint32(end + 16, true); at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY;) {
    // For an entry of 4 GB or more this is the largest number, and the size is elsewhere. Both are above any limit.
    sum += view.getUint32(at + 24, true)
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sum
}

function endRecord(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_RECORD - MAX_COMMENT)
  for (let at = view.byteLength - END_RECORD; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at
  return undefined
}
