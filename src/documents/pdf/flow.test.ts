import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginateBlocks, type PageBlock } from './flow.ts'

const HEIGHTS = { first: 100, further: 80 }
const block = (height: number, more: Partial<PageBlock> = {}): PageBlock => ({ height, draw: () => undefined, ...more })
const placed = (blocks: readonly PageBlock[]) =>
  paginateBlocks(blocks, HEIGHTS).map((page) => page.map(({ block: { height }, top }) => [height, top]))

describe('pages', () => {
  it('are filled from the top, and a further one is shorter', () => {
    expect(placed([block(60), block(40), block(70), block(20)])).toEqual([
      [
        [60, 0],
        [40, 60],
      ],
      [[70, 0]],
      [[20, 0]],
    ])
  })

  it('leave out the room above what begins them', () => {
    expect(placed([block(90, { above: 5 }), block(80, { above: 5 })])).toEqual([[[90, 0]], [[80, 0]]])
  })

  it('do not end with what is glued to the next block', () => {
    expect(placed([block(80), block(10, { isGlued: true }), block(10, { isGlued: true }), block(10)])).toEqual([
      [[80, 0]],
      [
        [10, 0],
        [10, 10],
        [10, 20],
      ],
    ])
  })

  it('are one when there is nothing to show', () => {
    expect(placed([])).toEqual([[]])
  })

  it('take each block once and in order, none over the end of a page, and none is glued to what is on the next one', () => {
    const blocks = fc.array(
      fc.record({
        height: fc.integer({ min: 1, max: 60 }),
        above: fc.integer({ min: 0, max: 9 }),
        isGlued: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(blocks, (specs) => {
        const all = specs.map(({ height, ...more }) => block(height, more))
        const pages = paginateBlocks(all, HEIGHTS)
        expect(pages.flat().map((one) => one.block)).toEqual(all)
        for (const [index, page] of pages.entries()) {
          const room = index === 0 ? HEIGHTS.first : HEIGHTS.further
          for (const { block: one, top } of page) expect(top + one.height).toBeLessThanOrEqual(room)
          const last = page.at(-1)?.block
          if (last?.isGlued === true && index < pages.length - 1) expect(chunkHeight(all, last)).toBeGreaterThan(room)
        }
      }),
    )
  })
})

/** The total height of the blocks that are kept together with this one: only what exceeds a page is split. */
function chunkHeight(all: readonly PageBlock[], one: PageBlock): number {
  const at = all.indexOf(one)
  let from = at
  while (from > 0 && all[from - 1]?.isGlued === true) from -= 1
  let to = at
  while (all[to]?.isGlued === true && to + 1 < all.length) to += 1
  return all
    .slice(from, to + 1)
    .reduce((sum, { height, above = 0 }, index) => sum + height + (index > 0 ? above : 0), 0)
}
