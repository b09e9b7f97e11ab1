import type { AnswerId } from '#domain/kernel/index.ts'

const PREFIX = 'VIS'

/**
 * Codes of the municipality, from every committed answer, including all that devices and other systems have seen: no
 * code is ever given to a second answer, and there are no gaps, except one after each restored backup.
 */
export type CodeLaw = {
  assigned(id: AnswerId, code: string): void
  /** compares the last number with the stored counter, when everything has finished */
  final(stored: unknown): void
  /** @returns a function to call when the database was restored to this moment */
  backup(): () => void
}

export function createCodeLaw(note: (violation: string) => void): CodeLaw {
  /** all codes ever given, also those lost by a restored backup */
  const given = new Map<string, AnswerId>()
  let [last, highest, isRestored] = [0, 0, false]
  return {
    assigned: (id, code) => {
      const other = given.get(code)
      if (other !== undefined && other !== id) note(`8 codes: ${code} of ${other} was given to ${id} as well`)
      given.set(code, id)
      const number = Number(code.slice(PREFIX.length))
      const mayFollow = number === last + 1 || (isRestored && number > highest)
      if (!code.startsWith(PREFIX) || !mayFollow) note(`8 codes: ${code} came after ${PREFIX}${last}`)
      ;[last, highest, isRestored] = [number, Math.max(highest, number), false]
    },
    final: (stored) => {
      if (stored !== last && !(isRestored && Number(stored) >= highest))
        note(`8 codes: ${PREFIX}${last} is the last one, and the last number is ${String(stored)}`)
    },
    backup: () => {
      const kept = last
      return () => {
        ;[last, isRestored] = [kept, true]
      }
    },
  }
}
