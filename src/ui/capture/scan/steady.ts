import type { FoundCode } from './code-reader.ts'

/** Number of pictures remembered. Their other codes are offered in addition to the certain code. */
export const MAX_REMEMBERED_FRAMES = 4
/** Number of pictures that must contain a code. Blurred pictures are misread, but rarely twice in the same way. */
const MIN_SIGHTINGS = 2

/**
 * @param pictures codes of the last pictures, at most {@link MAX_REMEMBERED_FRAMES}
 * @returns codes, most frequent first; empty while no code is certain
 */
export function steadyCodes(pictures: readonly (readonly FoundCode[])[]): readonly FoundCode[] {
  const seen = new Map<string, { readonly code: FoundCode; readonly times: number }>()
  for (const code of pictures.flat()) {
    const name = `${code.format} ${code.text}`
    seen.set(name, { code, times: (seen.get(name)?.times ?? 0) + 1 })
  }
  const all = [...seen.values()].toSorted((a, b) => b.times - a.times)
  return (all[0]?.times ?? 0) < MIN_SIGHTINGS ? [] : all.map(({ code }) => code)
}
