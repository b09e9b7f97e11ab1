import type { FoundCode } from './code-reader.ts'

/** Pictures that are remembered. Beside the code that is seen surely, what else was in these is offered. */
export const REMEMBERED = 4
/** In how many of them a code has to be before it counts: a blurred picture is read wrongly, but seldom twice alike. */
const SURE = 2

/** @param pictures codes of the last, {@link REMEMBERED} at most @returns most seen first; none while none is sure */
export function steadyCodes(pictures: readonly (readonly FoundCode[])[]): readonly FoundCode[] {
  const seen = new Map<string, { readonly code: FoundCode; readonly times: number }>()
  for (const code of pictures.flat()) {
    const name = `${code.format} ${code.text}`
    seen.set(name, { code, times: (seen.get(name)?.times ?? 0) + 1 })
  }
  const all = [...seen.values()].toSorted((a, b) => b.times - a.times)
  return (all[0]?.times ?? 0) < SURE ? [] : all.map(({ code }) => code)
}
