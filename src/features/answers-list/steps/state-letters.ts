import type { State } from '#domain/templates/index.ts'

/** On, back and undo. */
const TAKEN = ['j', 'k', 'u']
const ALL = [...'abcdefghijklmnopqrstuvwxyz123456789']

/**
 * A key for each state of a form, from its name where that has one left; by the form alone, so that a hand learns it.
 * @returns keys in lower case, by the id of the state; none for states beyond those that keys are left for
 */
export function stateLetters(states: readonly Pick<State, 'id' | 'nombre'>[]): ReadonlyMap<number, string> {
  const taken = new Set(TAKEN)
  const letters = new Map<number, string>()
  for (const { id, nombre } of states) {
    const own = [...nombre.normalize('NFD').toLowerCase()].filter((letter) => /[a-z]/.test(letter))
    const free = letters.has(id) ? undefined : [...own, ...ALL].find((letter) => !taken.has(letter))
    if (free === undefined) continue
    taken.add(free)
    letters.set(id, free)
  }
  return letters
}
