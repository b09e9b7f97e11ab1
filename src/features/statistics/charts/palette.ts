/**
 * Eight colours that are distinguishable with any colour vision deficiency, with a contrast of 3:1 (palette.test.ts).
 * From the ninth slice on, colours are repeated with stripes.
 */
export const PALETTE = {
  light: ['#075c5f', '#ad6723', '#794db6', '#358989', '#9b2014', '#9c72de', '#2d0d78', '#5c0300'],
  dark: ['#74b7b6', '#c4530f', '#b58bf9', '#ddf497', '#8a5fc9', '#f5a91f', '#3c8a7c', '#5fe6fc'],
} as const

/** Colour for files, on white. */
export function pickChartColour(place: number): string {
  return PALETTE.light[place % PALETTE.light.length] ?? PALETTE.light[0]
}

/** Whether the slice repeats a colour and is striped. */
export function isStriped(place: number): boolean {
  return Math.floor(place / PALETTE.light.length) % 2 === 1
}
