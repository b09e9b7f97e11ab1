/** A piece of a page that is not cut, with the room that it wants above itself. Points. */
export type Block = {
  readonly height: number
  /** left out at the top of a page */
  readonly above?: number
  /** no page ends with it: it stands with the block that follows */
  readonly isGlued?: boolean
  /** it begins what goes by this name in the list of contents */
  readonly heading?: string
  /** @param top distance from the top of the page's content */
  readonly draw: (top: number) => void
}

export type Placed = { readonly block: Block; readonly top: number }

/**
 * Puts blocks onto pages, in order. What is glued together begins a new page where it does not fit on this one; beyond
 * a page, it begins one and is cut as anything else.
 * @param heights of a page's content: of the first page, and of each further one
 * @returns at least one page; a block that is higher than a page has one for itself
 */
export function pagesOf(
  blocks: readonly Block[],
  heights: { readonly first: number; readonly further: number },
): readonly (readonly Placed[])[] {
  const pages: Placed[][] = [[]]
  let used = 0
  const room = (): number => (pages.length === 1 ? heights.first : heights.further)
  const isBegun = (): boolean => (pages.at(-1)?.length ?? 0) > 0
  const turn = (): void => {
    if (!isBegun()) return
    pages.push([])
    used = 0
  }
  for (let at = 0; at < blocks.length;) {
    const end = endOfChunk(blocks, at)
    if (used + heightOf(blocks.slice(at, end), isBegun()) > room()) turn()
    for (const block of blocks.slice(at, end)) {
      if (used + heightOf([block], isBegun()) > room()) turn()
      const top = used + (isBegun() ? (block.above ?? 0) : 0)
      pages.at(-1)?.push({ block, top })
      used = top + block.height
    }
    at = end
  }
  return pages
}

/** All of it, one under the other. */
export function heightOf(blocks: readonly Block[], isBegun = false): number {
  return blocks.reduce((sum, { above = 0, height }, index) => sum + (index > 0 || isBegun ? above : 0) + height, 0)
}

function endOfChunk(blocks: readonly Block[], from: number): number {
  let end = from
  while (blocks[end]?.isGlued === true) end += 1
  return Math.min(end + 1, blocks.length)
}
