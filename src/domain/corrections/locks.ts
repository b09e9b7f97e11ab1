import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Problem } from '../kernel/problem.ts'

/** The version that an answer was filled with; undefined where it is not known, as in lists. */
export type FormAsked = Pick<FormTemplate, 'opcionales'> | undefined

type Lockable = Pick<Answer, 'opcionales' | 'signatures' | 'portalCiudadanoData'>

/**
 * Why an answer may be neither corrected nor deleted by anyone (part 3, point 6), or null.
 * A form that asks for money locks all of its answers: one that cost nothing does not say so itself.
 * A signed answer stays changeable where its form says so (signatureEditableAnswer); no one deletes what is signed.
 */
export function lockOf(
  { opcionales, signatures, portalCiudadanoData }: Lockable,
  act: 'correct' | 'delete',
  form: FormAsked,
): Problem | null {
  const { addPaymentGateway, signatureEditableAnswer, digitalSignature } = opcionales
  if (addPaymentGateway || form?.opcionales.addPaymentGateway === true) return { code: 'answer.locked-by-payment' }
  if (portalCiudadanoData !== undefined) return { code: 'answer.locked-by-portal' }
  const signed = digitalSignature && signatures.some((signature) => signature.required)
  return signed && (act === 'delete' || !signatureEditableAnswer) ? { code: 'answer.locked-by-signature' } : null
}
