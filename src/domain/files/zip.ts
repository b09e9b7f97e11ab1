import { latin1, type Source } from './source.ts'

/** End record plus the longest comment that it may have. */
const END_BYTES = 22 + 65_535
const END = 'PK\x05\x06'
const ENTRY = 'PK\x01\x02'
/** More of the directory than this is not read: the names that decide stand early. */
const DIRECTORY_BYTES = 512 * 1024
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** More than this, and than a hundred times its packed size, is no document: it would fill the memory of its reader. */
const MOST_UNPACKED_BYTES = 100 * 1024 * 1024
const MOST_UNPACKED_TIMES = 100

/** Which document a ZIP is: by the names in it, OpenDocument by its `mimetype`. What would fill a memory is none. */
export async function zipType(source: Source): Promise<string> {
  const { names, unpacked } = await entriesOf(source)
  if (unpacked > Math.max(MOST_UNPACKED_BYTES, MOST_UNPACKED_TIMES * source.bytes)) return 'application/zip'
  const declared = await declaredType(source)
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

/** OpenDocument and EPUB put their type, uncompressed, first. */
async function declaredType(source: Source): Promise<string | undefined> {
  const head = latin1(await source.read(0, 256))
  if (head.slice(30, 38) !== 'mimetype' || u16(head, 8) !== 0) return undefined
  const start = 38 + u16(head, 28)
  const type = head.slice(start, start + u32(head, 18))
  return /^application\/(vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)$/.test(type) ? type : undefined
}

type Entries = { readonly names: readonly string[]; readonly unpacked: number }

/** What the directory says of the entries: their names, and how many bytes they come to. */
async function entriesOf(source: Source): Promise<Entries> {
  const tailStart = Math.max(0, source.bytes - END_BYTES)
  const tail = latin1(await source.read(tailStart, END_BYTES))
  const end = tail.lastIndexOf(END)
  if (end < 0) return { names: [], unpacked: 0 }
  const directory = latin1(await source.read(u32(tail, end + 16), Math.min(u32(tail, end + 12), DIRECTORY_BYTES)))
  const names: string[] = []
  let unpacked = 0
  for (let at = 0; directory.startsWith(ENTRY, at);) {
    const length = u16(directory, at + 28)
    names.push(directory.slice(at + 46, at + 46 + length))
    unpacked += u32(directory, at + 24)
    at += 46 + length + u16(directory, at + 30) + u16(directory, at + 32)
  }
  return { names, unpacked }
}

function u16(text: string, at: number): number {
  return (text.charCodeAt(at) || 0) + 256 * (text.charCodeAt(at + 1) || 0)
}

function u32(text: string, at: number): number {
  return u16(text, at) + 65_536 * u16(text, at + 2)
}
