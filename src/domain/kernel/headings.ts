/** 53 bits of two hashes (FNV-1a and a like one) of what stands above: short enough for an address, and no two meet. */
export type Headings = readonly [low: number, high: number]
export const HEADINGS: Headings = [0x811c9dc5, 0x9e3779b1]

/** Another part, without the blanks around it, and separate from the one before it. */
export function headingsBelow(above: Headings, part: string): Headings {
  const text = part.trim()
  let [low, high] = above
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 0 : text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return [low, high]
}

export function numberOfHeadings([low, high]: Headings): number {
  return ((high ^ (high >>> 15)) >>> 11) * 2 ** 32 + (low >>> 0)
}

/** Places that are remembered, of all forms together: some 15 MB. */
const MOST_KEPT = 100_000
let kept = 0

/** A place below others, reckoned once: the same texts come again with every answer to a form. */
export class Heading {
  readonly number: number
  readonly #headings: Headings
  #below: Map<string, Heading> | undefined
  #key: string | undefined

  constructor(headings: Headings) {
    this.#headings = headings
    this.number = numberOfHeadings(headings)
  }

  /** as `keyOfHeadings` gives it */
  get key(): string {
    return (this.#key ??= this.number.toString(36))
  }

  below(part: string): Heading {
    const known = this.#below?.get(part)
    if (known !== undefined) return known
    const heading = new Heading(headingsBelow(this.#headings, part))
    kept += 1
    if (kept > MOST_KEPT) {
      TOP.#below = undefined
      kept = 0
    }
    this.#below ??= new Map()
    this.#below.set(part, heading)
    return heading
  }
}
export const TOP = new Heading(HEADINGS)

/** Equal for equal texts in order: names a question, option or condition in all versions. 11 characters at most. */
export function keyOfHeadings(parts: readonly string[]): string {
  return numberOfHeadings(parts.reduce(headingsBelow, HEADINGS)).toString(36)
}
