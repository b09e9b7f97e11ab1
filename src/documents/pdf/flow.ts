/** Part of a page that is never divided. All lengths are in points. */
export type PageBlock = {
  readonly height: number
  /** space above the block, except at the top of a page */
  readonly above?: number
  /** whether to keep the block on the same page as the next block */
  readonly isGlued?: boolean
  /** entry in the PDF outline that points to this block */
  readonly heading?: string
  /** @param top distance from the top of the page's content */
  readonly draw: (top: number) => void
}

export type PlacedBlock = { readonly block: PageBlock; readonly top: number }

/**
 * Places blocks on pages, in order. A block and the blocks glued to it start a new page together if they do not fit on
 * the current page. If they need more than a page, they are divided.
 * @param heights content heights of the first page and of all further pages
 * @returns at least one page; a block higher than a page has a page of its own
 */
export function paginateBlocks(
  blocks: readonly PageBlock[],
  heights: { readonly first: number; readonly further: number },
): readonly (readonly PlacedBlock[])[] {
  const pages: PlacedBlock[][] = [[]]
  let used = 0
  const room = (): number => (pages.length === 1 ? heights.first : heights.further)
  const isBegun = (): boolean => (pages.at(-1)?.length ?? 0) > 0
  const turn = (): void => {
    if (!isBegun()) return
    pages.push([])
    used = 0
  }
  for (let index = 0; index < blocks.length;) {
    const end = endOfChunk(blocks, index)
    if (used + sumBlockHeights(blocks.slice(index, end), isBegun()) > room()) turn()
    for (const block of blocks.slice(index, end)) {
      if (used + sumBlockHeights([block], isBegun()) > room()) turn()
      const top = used + (isBegun() ? (block.above ?? 0) : 0)
      pages.at(-1)?.push({ block, top })
      used = top + block.height
    }
    index = end
  }
  return pages
}

/** Returns the total height of blocks below each other. @param isBegun true if another block is above them */
export function sumBlockHeights(blocks: readonly PageBlock[], isBegun = false): number {
  return blocks.reduce((sum, { above = 0, height }, index) => sum + (index > 0 || isBegun ? above : 0) + height, 0)
}

function endOfChunk(blocks: readonly PageBlock[], from: number): number {
  let end = from
  while (blocks[end]?.isGlued === true) end += 1
  return Math.min(end + 1, blocks.length)
}
