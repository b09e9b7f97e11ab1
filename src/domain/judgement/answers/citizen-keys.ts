import { remove, set, type Found, type Key, type Write, type Counter, keys } from '../../store/index.ts'
import type { Answer } from '../../documents/index.ts'
import type { TemplateId } from '../../kernel/ids.ts'

/**
 * The keys that a second answer of the same citizen finds taken: one for each way in which the answer names them, because the registry may have
 * been out of reach the first time. They are written for every form, so that a form which becomes single-answer later knows its past.
 */
export function citizenKeysOf(template: TemplateId, citizen: Answer['datosCiudadano']): readonly Key<Counter>[] {
  const { id = '', dni = '', cuit = '' } = citizen ?? {}
  // Numbers are compared without the dots and dashes that people put into them; the registry's id as it is.
  const names = { id, dni: lettersOf(dni), cuit: lettersOf(cuit) }
  return Object.entries(names).flatMap(([kind, name]) =>
    name === '' ? [] : [keys.citizenCounter(template, `${kind}~${name}`)],
  )
}

/**
 * Counts one answer of a citizen more or less under each of these keys. Counted, not noted: somebody may have several, by a supervisor's word or from the time
 * when the form took them, and has answered until the last is gone.
 */
export function countCitizen(citizen: readonly Key<Counter>[], found: Found, change: 1 | -1): readonly Write[] {
  return citizen.map((key) => {
    const { count } = found.get(key) ?? { count: 0 }
    return count + change > 0 ? set(key, { count: count + change }) : remove(key)
  })
}

/** Letters that a key cannot have stand there as their numbers. */
function lettersOf(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return plain.replace(/[^A-Z0-9]/gu, (letter) => `=${letter.codePointAt(0)?.toString(16)}`)
}
