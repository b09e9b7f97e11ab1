import { latin1, type Source } from './source.ts'

/** End record plus the longest comment that it may have. */
const END_BYTES = 22 + 65_535
const END = 'PK\x05\x06'
const ENTRY = 'PK\x01\x02'
/** More of the directory than this is not read: the names that decide stand early. */
const DIRECTORY_BYTES = 512 * 1024
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Which kind of document a ZIP file is: by the names in it, and for OpenDocument by its `mimetype` entry. */
export async function zipType(source: Source): Promise<string> {
  const declared = await declaredType(source)
  if (declared !== undefined) return declared
  const names = await entryNames(source)
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

/** OpenDocument and EPUB put their type, uncompressed, first. */
async function declaredType(source: Source): Promise<string | undefined> {
  const head = latin1(await source.read(0, 256))
  if (head.slice(30, 38) !== 'mimetype' || u16(head, 8) !== 0) return undefined
  const start = 38 + u16(head, 28)
  const type = head.slice(start, start + u32(head, 18))
  return /^application\/(vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)$/.test(type) ? type : undefined
}

async function entryNames(source: Source): Promise<readonly string[]> {
  const tailStart = Math.max(0, source.bytes - END_BYTES)
  const tail = latin1(await source.read(tailStart, END_BYTES))
  const end = tail.lastIndexOf(END)
  if (end < 0) return []
  const directory = latin1(await source.read(u32(tail, end + 16), Math.min(u32(tail, end + 12), DIRECTORY_BYTES)))
  const names: string[] = []
  for (let at = 0; directory.startsWith(ENTRY, at);) {
    const length = u16(directory, at + 28)
    names.push(directory.slice(at + 46, at + 46 + length))
    at += 46 + length + u16(directory, at + 30) + u16(directory, at + 32)
  }
  return names
}

function u16(text: string, at: number): number {
  return (text.charCodeAt(at) || 0) + 256 * (text.charCodeAt(at + 1) || 0)
}

function u32(text: string, at: number): number {
  return u16(text, at) + 65_536 * u16(text, at + 2)
}
