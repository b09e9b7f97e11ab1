import type { State } from '#domain/templates/index.ts'

/** Shortcuts already used for next, previous and undo. */
const RESERVED_LETTERS = ['j', 'k', 'u']
const ALL_LETTERS = [...'abcdefghijklmnopqrstuvwxyz123456789']

/**
 * A key for each state of a form, a letter of its name if possible. Always the same, so that users can learn it.
 * @returns keys in lower case by state id; none for states beyond the available keys
 */
export function assignStateShortcuts(states: readonly Pick<State, 'id' | 'nombre'>[]): ReadonlyMap<number, string> {
  const taken = new Set(RESERVED_LETTERS)
  const letters = new Map<number, string>()
  for (const { id, nombre } of states) {
    const own = [...nombre.normalize('NFD').toLowerCase()].filter((letter) => /[a-z]/.test(letter))
    const free = letters.has(id) ? undefined : [...own, ...ALL_LETTERS].find((letter) => !taken.has(letter))
    if (free === undefined) continue
    taken.add(free)
    letters.set(id, free)
  }
  return letters
}
