import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { computeUnpackedSize } from './read-sheets.ts'

const workbook = async (length: number) =>
  new Uint8Array(await writeXlsx({ sheets: [{ name: 's', rows: [['a'.repeat(length)]] }] }))

/** The last position of a 32-bit number. */
function placeOf(bytes: Uint8Array, number: number): number {
  const view = new DataView(bytes.buffer)
  for (let at = bytes.length - 4; at >= 0; at -= 1) if (view.getUint32(at, true) === number) return at
  throw new Error('not there')
}

describe('what an archive unpacks to', () => {
  it('is the sum of its entries', async () => {
    const [small, large] = [computeUnpackedSize(await workbook(10)), computeUnpackedSize(await workbook(100_010))]
    expect((large ?? 0) - (small ?? 0)).toBe(100_000)
  })

  it('is found behind a comment', async () => {
    const plain = await workbook(10)
    const commented = new Uint8Array([...plain, ...new TextEncoder().encode('a comment')])
    new DataView(commented.buffer).setUint16(plain.length - 2, 9, true)
    expect(computeUnpackedSize(commented)).toBe(computeUnpackedSize(plain))
  })

  it('is too much of an entry whose length does not fit, and nothing where the directory is elsewhere', async () => {
    const bytes = await workbook(10)
    const entry = placeOf(bytes, 0x02014b50)
    new DataView(bytes.buffer).setUint32(entry + 24, 0xffffffff, true)
    expect(computeUnpackedSize(bytes)).toBeGreaterThan(4_000_000_000)
    new DataView(bytes.buffer).setUint32(bytes.length - 6, 0xfffffff0, true)
    expect(computeUnpackedSize(bytes)).toBe(0)
  })

  it.each([0, 3, 21, 22, 100])('is unknown of %i bytes of nothing', (length) => {
    expect(computeUnpackedSize(new Uint8Array(length))).toBeUndefined()
  })
})
