/** A picture for a page. Width and height are in pixels. */
export type Picture = {
  readonly bytes: Uint8Array
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** JPEG markers of a header with the size: SOF0 to SOF15, without the other markers in that range. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** Reads a picture's type and size from its header. Null if it is neither PNG nor JPEG, or has no size. */
export function readPictureSize(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = PNG.every((byte, index) => bytes[index] === byte) ? readPngSize(view) : readJpegSize(view)
  if (size === null || size.width === 0 || size.height === 0) return null
  return { bytes, ...size }
}

type Size = Omit<Picture, 'bytes'>

function readPngSize(view: DataView): Size | null {
  return view.byteLength < 33 ? null : { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readJpegSize(view: DataView): Size | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (FRAMES.has(marker))
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}
