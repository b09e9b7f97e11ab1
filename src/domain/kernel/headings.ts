import { getVisibleText } from './visible-text.ts'

/** Two hashes of the headings, of 32 bits each: FNV-1a and a similar hash. */
type Headings = readonly [low: number, high: number]
const HEADINGS: Headings = [0x811c9dc5, 0x9e3779b1]

/** Comparable text of a heading, for columns, filters, statistics and exports. */
export function toHeadingText(part: string): string {
  return getVisibleText(part).normalize('NFC')
}

/**
 * Adds a heading to the hash of the headings above it. Hashes a separator after each heading, so that different splits
 * of a text differ.
 */
function getHeadingsBelow(above: Headings, part: string): Headings {
  const text = toHeadingText(part)
  let [low, high] = above
  for (let index = 0; index <= text.length; index += 1) {
    const code = index === text.length ? 0 : text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return [low, high]
}

/** Combines the hashes to 53 bits: short enough for URLs, with practically no collisions. */
function numberOfHeadings([low, high]: Headings): number {
  return ((high ^ (high >>> 15)) >>> 11) * 2 ** 32 + (low >>> 0)
}

/** Maximum cached headings of all forms, about 15 MB. */
const MAX_CACHED_HEADINGS = 100_000
let kept = 0

/** Heading below other headings. Cached, because all answers to a form have the same headings. */
export class Heading {
  readonly number: number
  readonly #headings: Headings
  #below: Map<string, Heading> | undefined
  #key: string | undefined

  constructor(headings: Headings) {
    this.#headings = headings
    this.number = numberOfHeadings(headings)
  }

  /** same as `buildHeadingsKey` */
  get key(): string {
    return (this.#key ??= this.number.toString(36))
  }

  /** Returns the same object for equal headings, while cached. */
  below(part: string): Heading {
    const knownHeading = this.#below?.get(part)
    if (knownHeading !== undefined) return knownHeading
    const text = toHeadingText(part)
    const heading: Heading = text === part ? new Heading(getHeadingsBelow(this.#headings, text)) : this.below(text)
    kept += 1
    if (kept > MAX_CACHED_HEADINGS) {
      TOP_HEADING.#below = undefined
      kept = 0
    }
    this.#below ??= new Map()
    this.#below.set(part, heading)
    return heading
  }
}
export const TOP_HEADING = new Heading(HEADINGS)

/** Returns a function that counts how often a heading has occurred in a form, to distinguish equal headings. */
export function createOccurrenceCounter(): (heading: Heading) => number {
  // Keyed by number, because evicted headings are recreated as other objects.
  const times = new Map<number, number>()
  return ({ number }) => {
    const time = (times.get(number) ?? 0) + 1
    times.set(number, time)
    return time
  }
}

/** Key of headings in order; identifies a question, option or condition in all versions. At most 11 characters. */
export function buildHeadingsKey(parts: readonly string[]): string {
  return numberOfHeadings(parts.reduce(getHeadingsBelow, HEADINGS)).toString(36)
}
