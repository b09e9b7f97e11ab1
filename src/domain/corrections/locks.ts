import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Problem } from '../kernel/problem.ts'

/** Version of the form that an answer was filled in with; undefined when unknown, as in lists. */
export type AnsweredForm = Pick<FormTemplate, 'opcionales'> | undefined

type Lockable = Pick<Answer, 'opcionales' | 'signatures' | 'portalCiudadanoData'>

/**
 * Returns the lock that prevents everyone from correcting or deleting an answer (part 3, point 6), or null. A form with
 * payment locks all its answers, including free answers. Answers from the citizen portal are locked. An answer with a
 * required signature stays editable if its form allows it (signatureEditableAnswer), but cannot be deleted.
 */
export function findAnswerLock(
  { opcionales, signatures, portalCiudadanoData }: Lockable,
  act: 'correct' | 'delete',
  form: AnsweredForm,
): Problem | null {
  const { addPaymentGateway, signatureEditableAnswer, digitalSignature } = opcionales
  if (addPaymentGateway || form?.opcionales.addPaymentGateway === true) return { code: 'answer.locked-by-payment' }
  if (portalCiudadanoData !== undefined) return { code: 'answer.locked-by-portal' }
  const signed = digitalSignature && signatures.some((signature) => signature.required)
  return signed && (act === 'delete' || !signatureEditableAnswer) ? { code: 'answer.locked-by-signature' } : null
}
