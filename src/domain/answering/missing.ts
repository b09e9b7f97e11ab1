import { getVisibleText } from '../kernel/visible-text.ts'
import { lacksAddress } from '../places/documents/lacks-address.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Question } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'
import { findCitizenFieldErrors } from '../citizens/citizen-faults.ts'
import type { Problem } from '../kernel/problem.ts'
import { checkValue } from '../questions/question-value.ts'
import { isComplete } from '../questions/complete.ts'
import type { AnswerHeader } from './submission.ts'
import type { Address } from '../kernel/address.ts'
import { type HeaderForm, asksForCitizen, asksForState } from './check-header.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { findCheckedConditions, listAskedQuestionsInSection } from './walk.ts'

/** Missing parts of an answer, in screen order. */
export type MissingItem =
  | { readonly kind: 'state'; readonly problem: Problem }
  /** one entry if a required citizen is missing, otherwise one for each invalid `field` */
  | { readonly kind: 'citizen'; readonly problem: Problem }
  | { readonly kind: 'location'; readonly problem: Problem }
  | { readonly kind: 'question'; readonly address: Address; readonly problem: Problem }
  | { readonly kind: 'conditions'; readonly section: number; readonly problem: Problem }
  | { readonly kind: 'signature'; readonly indexSignature: number; readonly problem: Problem }

/** Problem of a question's value, or null. Rules for required questions are in domain/questions/complete.ts. */
export function findQuestionValueProblem(question: Question, value: QuestionValue | undefined): Problem | null {
  if (value !== undefined) {
    const checked = checkValue(question, value)
    if (!checked.ok) return checked.problem
  }
  return findIncompleteness(question, value)
}

function findIncompleteness(question: Question, value: QuestionValue | undefined): Problem | null {
  return isComplete(question, value) ? null : { code: 'value.required' }
}

/** Parts of a form that determine required data. */
type CompletenessForm = HeaderForm & Pick<FormTemplate, 'secciones' | 'signatures'>

/**
 * Returns everything that is missing or invalid in an answer. Used on device and server. Empty: the answer may be sent.
 * @param checked true if the values have already passed `checkValue`
 */
export function findMissingItems(
  template: CompletenessForm,
  content: AnswerValues,
  header: AnswerHeader,
  checked = false,
): readonly MissingItem[] {
  return [
    ...findMissingInHeader(template, header),
    ...template.secciones.flatMap((section) => findMissingInSection(section, content, checked)),
    ...findMissingSignatures(template, header),
  ]
}

function findMissingInHeader(template: CompletenessForm, header: AnswerHeader): readonly MissingItem[] {
  const missing: MissingItem[] = []
  const { ciudadanoRequerido, geolocalizacion } = template.opcionales
  const { citizen, state } = header
  if (asksForState(template) && state === undefined)
    missing.push({ kind: 'state', problem: { code: 'value.required' } })
  if (citizen === undefined && asksForCitizen(template) && ciudadanoRequerido)
    missing.push({ kind: 'citizen', problem: { code: 'answer.citizen-required' } })
  for (const field of citizen === undefined ? [] : Object.keys(findCitizenFieldErrors(citizen)))
    missing.push({ kind: 'citizen', problem: { code: 'answer.citizen-invalid', details: { field } } })
  const { location } = header
  // A point chosen offline is enough: the server looks up its address (location.resolve).
  if (geolocalizacion && getVisibleText(location?.direccion ?? '') === '' && !lacksAddress(location)) {
    missing.push({ kind: 'location', problem: { code: 'answer.location-required' } })
  }
  return missing
}

function findMissingInSection(section: Section, content: AnswerValues, checked: boolean): readonly MissingItem[] {
  const missing: MissingItem[] = []
  if (section.conditionalSection && section.required && findCheckedConditions(section, content).length === 0) {
    missing.push({ kind: 'conditions', section: section.orden, problem: { code: 'value.required' } })
  }
  for (const place of listAskedQuestionsInSection(section, content)) {
    const value = content.values[place.address]
    const problem = checked
      ? findIncompleteness(place.question, value)
      : findQuestionValueProblem(place.question, value)
    if (problem !== null) missing.push({ kind: 'question', address: place.address, problem })
  }
  return missing
}

/** Fields of a signatory, in screen order. */
const NAMES = ['firstName', 'lastName', 'title'] as const

function findMissingSignatures(template: CompletenessForm, header: AnswerHeader): readonly MissingItem[] {
  if (!template.opcionales.digitalSignature) return []
  return template.signatures.flatMap((requestedSignature): MissingItem[] => {
    const { indexSignature } = requestedSignature
    const signed = header.signatures.find((signature) => signature.indexSignature === indexSignature)
    if (signed === undefined) {
      return requestedSignature.required
        ? [{ kind: 'signature', indexSignature, problem: { code: 'signature.required' } }]
        : []
    }
    return NAMES.filter((field) => getVisibleText(signed[field]) === '').map((field) => ({
      kind: 'signature',
      indexSignature,
      problem: { code: 'signature.name-required', details: { field } },
    }))
  })
}
