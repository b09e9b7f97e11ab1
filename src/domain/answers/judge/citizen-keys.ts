import { remove, set, type FoundDocuments, type Key, type Write, type Counter, keys } from '../../store/index.ts'
import type { Answer } from '../documents/answer.ts'
import { toComparableIdNumber } from '../../kernel/comparable.ts'
import type { TemplateId } from '../../kernel/ids.ts'

/**
 * Returns the counter keys of a citizen's answers to a form: one for each number of the citizen. Several are needed,
 * because an answer lacks the registry's id if the registry was unreachable. Counters are kept for all forms, so that a
 * form can become single-answer later.
 */
export function listCitizenCounterKeys(
  template: TemplateId,
  citizen: Answer['datosCiudadano'],
): readonly Key<Counter>[] {
  const { id = '', dni = '', cuit = '' } = citizen ?? {}
  // The registry's id is used unchanged. Other numbers are used in normal form.
  const names = { id, dni: escapeForKey(toComparableIdNumber(dni)), cuit: escapeForKey(toComparableIdNumber(cuit)) }
  return Object.entries(names).flatMap(([kind, name]) =>
    name === '' ? [] : [keys.citizenCounter(template, `${kind}~${name}`)],
  )
}

/** Adds or subtracts one answer in each counter of a citizen. Counters at zero are deleted. */
export function updateCitizenCounters(
  citizen: readonly Key<Counter>[],
  documents: FoundDocuments,
  change: 1 | -1,
): readonly Write[] {
  return citizen.map((key) => {
    const { count } = documents.get(key) ?? { count: 0 }
    return count + change > 0 ? set(key, { count: count + change }) : remove(key)
  })
}

/** Returns the counter keys of several citizens, e.g. before and after a change of citizen. */
export function mergeCitizenCounterKeys(
  template: TemplateId,
  ...citizens: readonly Answer['datosCiudadano'][]
): readonly Key<Counter>[] {
  return [...new Set(citizens.flatMap((citizen) => listCitizenCounterKeys(template, citizen)))]
}

/** Moves the count of an answer from one citizen to another. Counters that both share are unchanged. */
export function moveCitizenCount(
  template: TemplateId,
  before: Answer['datosCiudadano'],
  after: Answer['datosCiudadano'],
  documents: FoundDocuments,
): readonly Write[] {
  const [old, next] = [listCitizenCounterKeys(template, before), listCitizenCounterKeys(template, after)]
  const deletedKeys = old.filter((key) => !next.includes(key))
  return [
    ...updateCitizenCounters(deletedKeys, documents, -1),
    ...updateCitizenCounters(listNewCounterKeys(template, before, after), documents, 1),
  ]
}

/** Returns the counter keys of the new citizen that the old citizen does not have. */
export function listNewCounterKeys(
  template: TemplateId,
  before: Answer['datosCiudadano'],
  after: Answer['datosCiudadano'],
): readonly Key<Counter>[] {
  const old = listCitizenCounterKeys(template, before)
  return listCitizenCounterKeys(template, after).filter((key) => !old.includes(key))
}

/** Encodes characters that are not allowed in a key as their code points. */
function escapeForKey(text: string): string {
  return text.replace(/[^A-Z0-9]/gu, (letter) => `=${letter.codePointAt(0)?.toString(16)}`)
}
