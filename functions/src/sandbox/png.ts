import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const INDEXED_COLOUR = 3

/**
 * An image as wide as high, with a palette.
 * @param colours up to 256, as `0xrrggbb`
 * @param pixels an index into the colours for each pixel, row by row
 */
export function encodePng(size: number, colours: readonly number[], pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  header.set([8, INDEXED_COLOUR], 8)
  const rows = new Uint8Array(size * (size + 1))
  // Each row begins with its filter: none.
  for (let row = 0; row < size; row += 1) rows.set(pixels.subarray(row * size, (row + 1) * size), row * (size + 1) + 1)
  const palette = Uint8Array.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const parts = [
    Uint8Array.from(SIGNATURE),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', new Uint8Array(0)),
  ]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}
