/** Relative luminance of a colour (WCAG 2.2), 0 to 1. @param colour `#rrggbb` */
function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const channel = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of white text on a colour, from 1 (unreadable) to 21. @param colour `#rrggbb` */
export function computeContrastWithWhite(colour: string): number {
  return 1.05 / (computeLuminance(colour) + 0.05)
}
