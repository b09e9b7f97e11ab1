import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRowIds, generateRowId, deriveRowId, rowIdSchema, type RowId, insertRow } from './row-ids.ts'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const ids = (...texts: readonly string[]): readonly RowId[] => texts.map((text) => rowIdSchema.parse(text))

describe('the id of a row', () => {
  it('is ten Crockford characters, and greater than those of the rows before it', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 30 }), (draws) => {
        let rows = ids('0', '12')
        for (const draw of draws) {
          const row = generateRowId(draw, rows)
          expect(row).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
          expect(rows.every((one) => compareRowIds(one, row) < 0)).toBe(true)
          rows = insertRow(rows, row)
          expect(rows.at(-1)).toBe(row)
        }
      }),
    )
  })

  it('differs between two devices that add a row to the same rows', () => {
    const rows = ids('3AAAAAAAAA')
    const [one, other] = [1, 2].map((byte) =>
      generateRowId(
        Uint8Array.from({ length: 10 }, () => byte),
        rows,
      ),
    )
    expect(one).not.toBe(other)
  })

  it('is another one where a foreign id leaves no room', () => {
    const rows = ids('ZZZZZZZZZZ')
    const row = generateRowId(
      Uint8Array.from({ length: 10 }, () => 31),
      rows,
    )
    expect(rowIdSchema.parse(row)).toBe('0000000000')
  })

  it('of an app without ids is the same each time', () => {
    const rows = ids('0')
    expect(deriveRowId('01J8Y3X5M7N9P1Q3R5S7T9V1W3', rows)).toBe(deriveRowId('01J8Y3X5M7N9P1Q3R5S7T9V1W3', rows))
    expect(deriveRowId('01J8Y3X5M7N9P1Q3R5S7T9V1W3', rows)).not.toBe(deriveRowId('01J8Y3X6M7N9P1Q3R5S7T9V1W3', rows))
  })

  it('orders rows the same in whichever order they come: positions first', () => {
    const all = ids('0', '2', '10', '1AAAAAAAAA', '2AAAAAAAAA', 'ZAAAAAAAAA')
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), (shuffled) => {
        expect(shuffled.reduce<readonly RowId[]>(insertRow, [])).toEqual(all)
      }),
    )
  })
})
