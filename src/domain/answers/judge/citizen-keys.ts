import { remove, set, type Found, type Key, type Write, type Counter, keys } from '../../store/index.ts'
import type { Answer } from '../documents/answer.ts'
import { comparableIdNumber } from '../../kernel/comparable.ts'
import type { TemplateId } from '../../kernel/ids.ts'

/**
 * The keys that a second answer of the same citizen finds taken: one per way to name them, because the registry may
 * have been out of reach the first time. Written for every form, so that a later single-answer form knows its past.
 */
export function citizenKeysOf(template: TemplateId, citizen: Answer['datosCiudadano']): readonly Key<Counter>[] {
  const { id = '', dni = '', cuit = '' } = citizen ?? {}
  // The registry's id is compared as it is, numbers however people write them.
  const names = { id, dni: lettersOf(comparableIdNumber(dni)), cuit: lettersOf(comparableIdNumber(cuit)) }
  return Object.entries(names).flatMap(([kind, name]) =>
    name === '' ? [] : [keys.citizenCounter(template, `${kind}~${name}`)],
  )
}

/** Counts one answer of a citizen more or less under each of these keys: there may be several, and all must be gone. */
export function countCitizen(citizen: readonly Key<Counter>[], found: Found, change: 1 | -1): readonly Write[] {
  return citizen.map((key) => {
    const { count } = found.get(key) ?? { count: 0 }
    return count + change > 0 ? set(key, { count: count + change }) : remove(key)
  })
}

/** What must be seen to count an answer that gets another citizen: who gets an id counts under it, too. */
export function countedKeys(
  template: TemplateId,
  ...citizens: readonly Answer['datosCiudadano'][]
): readonly Key<Counter>[] {
  return [...new Set(citizens.flatMap((citizen) => citizenKeysOf(template, citizen)))]
}

/** One answer that has come to another citizen; what both are called stays as it is. */
export function recounted(
  template: TemplateId,
  before: Answer['datosCiudadano'],
  after: Answer['datosCiudadano'],
  found: Found,
): readonly Write[] {
  const [old, next] = [citizenKeysOf(template, before), citizenKeysOf(template, after)]
  const gone = old.filter((key) => !next.includes(key))
  return [...countCitizen(gone, found, -1), ...countCitizen(newKeys(template, before, after), found, 1)]
}

/** Under which an answer counts for its new citizen and did not for the old one. */
export function newKeys(
  template: TemplateId,
  before: Answer['datosCiudadano'],
  after: Answer['datosCiudadano'],
): readonly Key<Counter>[] {
  const old = citizenKeysOf(template, before)
  return citizenKeysOf(template, after).filter((key) => !old.includes(key))
}

/** Letters that a key cannot have stand there as their numbers. */
function lettersOf(text: string): string {
  return text.replace(/[^A-Z0-9]/gu, (letter) => `=${letter.codePointAt(0)?.toString(16)}`)
}
