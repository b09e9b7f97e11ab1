import { decodeLatin1, type ByteSource } from './source.ts'

/** Maximum bytes of the end record, with the longest possible comment. */
const END_BYTES = 22 + 65_535
const END_SIGNATURE = 'PK\x05\x06'
const ENTRY = 'PK\x01\x02'
/** Maximum bytes read of the directory; the relevant names are near its start. */
const DIRECTORY_BYTES = 512 * 1024
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/**
 * Limits of the unpacked size, absolute and relative to the packed size. An archive above both limits is a zip bomb,
 * which exhausts memory.
 */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
const MAX_UNPACKED_TIMES = 100

/**
 * Determines the type of a ZIP file by the names in it, or for OpenDocument by its `mimetype` entry. Archives above
 * both limits of the unpacked size are not documents.
 */
export async function detectZipType(source: ByteSource): Promise<string> {
  const { names, unpacked } = await readEntries(source)
  if (unpacked > Math.max(MAX_UNPACKED_BYTES, MAX_UNPACKED_TIMES * source.bytes)) return 'application/zip'
  const declared = await readDeclaredType(source)
  if (declared !== undefined) return declared
  const has = (start: string): boolean => names.some((name) => name.startsWith(start))
  if (has('[Content_Types].xml')) {
    const macros = names.some((name) => name.endsWith('vbaProject.bin'))
    if (has('word/'))
      return macros ? 'application/vnd.ms-word.document.macroEnabled.12' : `${OFFICE}.wordprocessingml.document`
    if (has('xl/')) return macros ? 'application/vnd.ms-excel.sheet.macroEnabled.12' : `${OFFICE}.spreadsheetml.sheet`
    if (has('ppt/')) {
      return macros
        ? 'application/vnd.ms-powerpoint.presentation.macroEnabled.12'
        : `${OFFICE}.presentationml.presentation`
    }
  }
  return names.some((name) => /^[^/]+\.kml$/i.test(name)) ? 'application/vnd.google-earth.kmz' : 'application/zip'
}

/** Returns the type that OpenDocument and EPUB files declare in their first entry, which is uncompressed. */
async function readDeclaredType(source: ByteSource): Promise<string | undefined> {
  const head = decodeLatin1(await source.read(0, 256))
  if (head.slice(30, 38) !== 'mimetype' || readUint16(head, 8) !== 0) return undefined
  const start = 38 + readUint16(head, 28)
  const type = head.slice(start, start + readUint32(head, 18))
  return /^application\/(vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)$/.test(type) ? type : undefined
}

type Entries = { readonly names: readonly string[]; readonly unpacked: number }

/** Names and total unpacked size of the entries in the directory. */
async function readEntries(source: ByteSource): Promise<Entries> {
  const tailStart = Math.max(0, source.bytes - END_BYTES)
  const tail = decodeLatin1(await source.read(tailStart, END_BYTES))
  const end = tail.lastIndexOf(END_SIGNATURE)
  if (end < 0) return { names: [], unpacked: 0 }
  const directory = decodeLatin1(
    await source.read(readUint32(tail, end + 16), Math.min(readUint32(tail, end + 12), DIRECTORY_BYTES)),
  )
  const names: string[] = []
  let unpacked = 0
  for (let index = 0; directory.startsWith(ENTRY, index);) {
    const length = readUint16(directory, index + 28)
    names.push(directory.slice(index + 46, index + 46 + length))
    unpacked += readUint32(directory, index + 24)
    index += 46 + length + readUint16(directory, index + 30) + readUint16(directory, index + 32)
  }
  return { names, unpacked }
}

function readUint16(text: string, index: number): number {
  return (text.charCodeAt(index) || 0) + 256 * (text.charCodeAt(index + 1) || 0)
}

function readUint32(text: string, at: number): number {
  return readUint16(text, at) + 65_536 * readUint16(text, at + 2)
}
