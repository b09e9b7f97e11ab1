import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP file with one entry. @param claimed uncompressed size stated in its directory */
export function zipOf(name: string, content: Uint8Array, claimed = content.length): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(content, { level: 9 })
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(claimed, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(46 - 6 - 26),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return new Uint8Array(Buffer.concat([local, entry, end]))
}

/** A KMZ map that unpacks to this many megabytes of blanks. */
export function zipBomb(megabytes: number): Uint8Array<ArrayBuffer> {
  return zipOf('doc.kml', new Uint8Array(megabytes * 1024 * 1024))
}
