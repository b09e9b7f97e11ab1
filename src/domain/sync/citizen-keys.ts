import type { Answer } from '../documents/index.ts'
import type { TemplateId } from '../kernel/ids.ts'
import type { Key } from './commit.ts'
import { keys } from './keys.ts'

/**
 * The keys that a second answer of the same citizen finds taken: one for each way in which the answer names them, because the registry may have
 * been out of reach the first time. They are written for every form, so that a form which becomes single-answer later knows its past.
 */
export function citizenKeysOf(template: TemplateId, citizen: Answer['datosCiudadano']): readonly Key[] {
  const { id = '', dni = '', cuit = '' } = citizen ?? {}
  // Numbers are compared without the dots and dashes that people put into them; the registry's id as it is.
  const names = { id, dni: lettersOf(dni), cuit: lettersOf(cuit) }
  return Object.entries(names).flatMap(([kind, name]) => (name === '' ? [] : [keys.citizenCounter(template, `${kind}~${name}`)]))
}

function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}
