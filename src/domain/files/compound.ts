import { latin1, type Source } from './source.ts'

const STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
]
const ENTRY_BYTES = 128
/** The streams that decide are among the first entries: following the directory through the file is not worth it. */
const DIRECTORY_BYTES = 4096

/** Word, Excel and PowerPoint before 2007: a file system in a file, in which the names of streams say which it is. */
export async function compoundType(source: Source, head: Uint8Array): Promise<string> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 512) return 'application/x-cfb'
  const sector = 2 ** Math.min(view.getUint16(30, true), 20)
  const directory = await source.read((view.getUint32(48, true) + 1) * sector, DIRECTORY_BYTES)
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const name = latin1(directory.subarray(at, at + 64)).replaceAll('\0', '')
    const stream = STREAMS.find(([expected]) => expected === name)
    if (stream !== undefined) return stream[1]
  }
  return 'application/x-cfb'
}
