import { detectPictureType } from './picture.ts'
import { decodeLatin1, type ByteSource } from './source.ts'
import { detectTextType } from './text.ts'
import { detectZipType } from './zip.ts'

const STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
]
const ENTRY_BYTES = 128
/** Bytes read of the directory of a compound file; the relevant streams are among the first entries. */
const DIRECTORY_BYTES = 4096

/** Type of an Office file before 2007: a compound file whose stream names determine the type. */
async function detectCompoundType(source: ByteSource, head: Uint8Array): Promise<string> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 512) return 'application/x-cfb'
  const sector = 2 ** Math.min(view.getUint16(30, true), 20)
  const directory = await source.read((view.getUint32(48, true) + 1) * sector, DIRECTORY_BYTES)
  for (let index = 0; index + ENTRY_BYTES <= directory.length; index += ENTRY_BYTES) {
    const name = decodeLatin1(directory.subarray(index, index + 64)).replaceAll('\0', '')
    const stream = STREAMS.find(([expected]) => expected === name)
    if (stream !== undefined) return stream[1]
  }
  return 'application/x-cfb'
}

const HEAD_BYTES = 4096
const UNKNOWN_TYPE = 'application/octet-stream'

const SIGNATURES: readonly (readonly [offset: number, signature: string, type: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [8, 'AVI ', 'video/x-msvideo'],
  [0, '%PDF-', 'application/pdf'],
  [0, '{\\rtf', 'application/rtf'],
  [0, '\x00\x00\x01\xba', 'video/mpeg'],
  [0, '\x00\x00\x01\xb3', 'video/mpeg'],
]

/** Determines the media type from the bytes; application/octet-stream if unknown. */
export async function detectMediaType(source: ByteSource): Promise<string> {
  const head = await source.read(0, HEAD_BYTES)
  const text = decodeLatin1(head)
  const signature = SIGNATURES.find(([offset, expected]) => text.startsWith(expected, offset))
  const known = signature?.[2]
  if (known === 'image/png' || known === 'image/jpeg') return (await detectPictureType(source, known)) ?? UNKNOWN_TYPE
  if (known !== undefined) return known
  if (text.startsWith('ftyp', 4)) return detectBrandType(text.slice(8, 12))
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (text.startsWith('OggS')) return text.includes('theora') ? 'video/ogg' : 'audio/ogg'
  if (text.startsWith('PK\x03\x04')) return detectZipType(source)
  if (text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return detectCompoundType(source, head)
  return detectTextType(head, source.bytes > head.length) ?? UNKNOWN_TYPE
}

function detectBrandType(brand: string): string {
  if (brand === 'qt  ') return 'video/quicktime'
  if (brand.startsWith('3g')) return 'video/3gpp'
  if (['heic', 'heix', 'hevc', 'mif1', 'msf1'].includes(brand)) return 'image/heic'
  if (brand.startsWith('avi')) return 'image/avif'
  return brand === 'M4A ' ? 'audio/mp4' : 'video/mp4'
}
