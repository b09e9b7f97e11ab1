const HEAD_BYTES = 44
const ENTRY_BYTES = 20
const WOFF = 0x774f4646

type Table = { readonly tag: number; readonly sum: number; readonly data: Uint8Array }

/** Unpacks a TrueType font from a web font (WOFF 1.0). Throws if the bytes are not a web font. */
export async function unpackWoff(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  if (woff.length < HEAD_BYTES || view.getUint32(0) !== WOFF) throw new Error('Not a WOFF font')
  const places = Array.from({ length: view.getUint16(12) }, (_, index) => HEAD_BYTES + ENTRY_BYTES * index)
  const tables = await Promise.all(
    places.map(async (at): Promise<Table> => {
      const [offset, packed, length] = [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)]
      const bytes = woff.subarray(offset, offset + packed)
      return {
        tag: view.getUint32(at),
        sum: view.getUint32(at + 16),
        data: packed === length ? bytes : await inflateBytes(bytes),
      }
    }),
  )
  return assembleFont(view.getUint32(4), tables)
}

async function inflateBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const padToFour = (length: number): number => (length + 3) & ~3

function assembleFont(flavor: number, tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const count = tables.length
  const power = 31 - Math.clz32(count)
  let offset = 12 + 16 * count
  const font = new Uint8Array(tables.reduce((sum, { data }) => sum + padToFour(data.length), offset))
  const view = new DataView(font.buffer)
  view.setUint32(0, flavor)
  view.setUint16(4, count)
  view.setUint16(6, 16 * 2 ** power)
  view.setUint16(8, power)
  view.setUint16(10, 16 * (count - 2 ** power))
  for (const [index, { tag, sum, data }] of tables.entries()) {
    const at = 12 + 16 * index
    view.setUint32(at, tag)
    view.setUint32(at + 4, sum)
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, data.length)
    font.set(data, offset)
    offset += padToFour(data.length)
  }
  return font
}
