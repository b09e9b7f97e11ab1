import { deflateSync } from 'node:zlib'
import { pngOf, type Chunk } from '../pdf/png-of.ts'

/** A JPEG of 2 × 2 pixels, as a browser writes it. */
export const WHOLE_JPEG = new Uint8Array(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAACAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  ),
)

function header(width: number, height: number): Chunk {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set([1, 0, 0, 0, 0], 8)
  return ['IHDR', body]
}
const NOTHING = new Uint8Array()
const pixels = (width: number, height: number): Chunk => [
  'IDAT',
  deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }),
]

/** A PNG of one colour. @param more chunks before the picture */
export function wholePng(width = 4, height = 4, more: readonly Chunk[] = []): Uint8Array<ArrayBuffer> {
  return pngOf([header(width, height), ...more, pixels(width, height), ['IEND', NOTHING]])
}

/** An animated PNG with two frames. */
export function movingPng(): Uint8Array<ArrayBuffer> {
  return wholePng(4, 4, [['acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]])
}

/** A PNG of a few kilobytes with a huge number of pixels. */
export function hugePng(): Uint8Array<ArrayBuffer> {
  return wholePng(20_000, 20_000)
}

/** A JPEG whose header declares the same size, without a picture after it. */
export function hugeJpeg(): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(WHOLE_JPEG)
  const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0)
  new DataView(bytes.buffer).setUint16(frame + 5, 20_000)
  new DataView(bytes.buffer).setUint16(frame + 7, 20_000)
  return bytes
}

/** SOI, then an EXIF segment with a location, then the rest. */
export function located(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4 + 2 + 12 + 4)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  // The GPS directory (0x8825) with one entry: south (0x0001).
  tiff.writeUInt16LE(0x8825, 10)
  tiff.writeUInt16LE(4, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt32LE(26, 18)
  tiff.writeUInt16LE(1, 26)
  tiff.writeUInt16LE(1, 28)
  tiff.writeUInt16LE(2, 30)
  tiff.writeUInt32LE(2, 32)
  tiff.write('S\0', 36, 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, 2 + 6 + tiff.length, ...Buffer.from('Exif\0\0')])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, tiff, jpeg.subarray(2)]))
}
