import { crc32 } from 'node:zlib'

export type Chunk = readonly [type: string, body: Uint8Array]

/** A PNG of these chunks with valid checksums, which decoders check. */
export function pngOf(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const parts = chunks.map(([type, body]) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  })
  return new Uint8Array(Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...parts]))
}
