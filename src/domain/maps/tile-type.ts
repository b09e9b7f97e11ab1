/** Maximum bytes of a tile, about ten times the usual size. */
export const MAX_TILE_BYTES = 512 * 1024

export type TileType = 'image/png' | 'image/jpeg' | 'image/webp'

const MAGIC_NUMBERS: readonly (readonly [TileType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]
const [RIFF, WEBP] = ['RIFF', 'WEBP'].map((word) => [...word].map((letter) => letter.charCodeAt(0)))

/** Type of a tile image by its bytes; undefined for other contents, such as a proxy's error page. */
export function detectTileType(bytes: Uint8Array): TileType | undefined {
  const begins = (marks: readonly number[] = [], from = 0): boolean =>
    marks.every((mark, index) => bytes[from + index] === mark)
  if (begins(RIFF) && begins(WEBP, 8)) return 'image/webp'
  return MAGIC_NUMBERS.find(([, marks]) => begins(marks))?.[0]
}
