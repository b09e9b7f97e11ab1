import { type Missing, missingAnswers } from '#domain/answering/index.ts'
import { citizenFaults } from '#domain/citizens/index.ts'
import { asksForState } from '../header/asks-for-state.ts'
import { headerOf } from './draft-header.ts'
import type { FormStore } from './form-store.ts'

/** What stands between the form and being saved: the domain's list, and what only this screen asks for. */
export type Lack = Missing | { readonly kind: 'state' } | { readonly kind: 'citizen-invalid' }

/** @param language decides how an ID number may look */
export function missingOf({ template, state }: FormStore, language: string): readonly Lack[] {
  const { content, header } = state.getState()
  const lacks: Lack[] = []
  if (asksForState(template) && header.state === undefined) lacks.push({ kind: 'state' })
  const missing = missingAnswers(template, content, headerOf(header))
  const { citizen } = header
  const invalid = citizen !== undefined && Object.keys(citizenFaults(citizen, language)).length > 0
  if (template.opcionales.ciudadano && invalid && !missing.some((one) => one.kind === 'citizen')) lacks.push({ kind: 'citizen-invalid' })
  return [...lacks, ...missing]
}
