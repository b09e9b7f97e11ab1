import { visibleText } from './visible-text.ts'

/** 53 bits of two hashes (FNV-1a and a like one) of what stands above: short enough for an address, and no two meet. */
type Headings = readonly [low: number, high: number]
const HEADINGS: Headings = [0x811c9dc5, 0x9e3779b1]

/** The text by which a heading is compared everywhere: columns, filters, statistics and exports. */
export function headingText(part: string): string {
  return visibleText(part).normalize('NFC')
}

/** Headings with another part below; parts are separate from each other. */
function headingsBelow(above: Headings, part: string): Headings {
  const text = headingText(part)
  let [low, high] = above
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 0 : text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return [low, high]
}

function numberOfHeadings([low, high]: Headings): number {
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

  /** Returns an identical object for texts that are an identical heading, as long as places are remembered. */
  below(part: string): Heading {
    const known = this.#below?.get(part)
    if (known !== undefined) return known
    const text = headingText(part)
    const heading: Heading = text === part ? new Heading(headingsBelow(this.#headings, text)) : this.below(text)
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

/** Counts headings that come again in one form: the second of two equal ones is another one. */
export function occurrences(): (heading: Heading) => number {
  // By number: places that were forgotten and made again are other objects.
  const times = new Map<number, number>()
  return ({ number }) => {
    const time = (times.get(number) ?? 0) + 1
    times.set(number, time)
    return time
  }
}

/** Equal for equal texts in order: names a question, option or condition in all versions. 11 characters at most. */
export function keyOfHeadings(parts: readonly string[]): string {
  return numberOfHeadings(parts.reduce(headingsBelow, HEADINGS)).toString(36)
}
