import type { SubmitMutation } from '../../answering/submission.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Instant } from '../../kernel/instant.ts'
import { isAnswerFree, type PricedVersions } from '../../payments/price-by-version.ts'

type Versions = PricedVersions & {
  readonly filled: FormTemplate
  /** current version of the form */
  readonly pricing: FormTemplate
}

/**
 * Options of a form with effects in other systems. An answer keeps an option only if the current version also has it.
 */
const EFFECTS = ['incidentes', 'addAppointment', 'notifyCitizen'] as const

/**
 * Applies the current version's options to an answer, whichever version it was filled in with. The answer must be paid
 * if the current version asks for payment and the answer is not free by the prices of that version.
 */
export function applyCurrentOptions(
  answer: Answer,
  versions: Versions,
  { content, header }: SubmitMutation,
  now: Instant,
): Answer {
  const { filled, pricing } = versions
  const isPaid =
    pricing.opcionales.addPaymentGateway && !isAnswerFree(versions, { content, citizen: header.citizen }, now)
  const kept = EFFECTS.map((option) => [option, answer.opcionales[option] && pricing.opcionales[option]] as const)
  return {
    ...answer,
    opcionales: { ...answer.opcionales, ...Object.fromEntries(kept), addPaymentGateway: isPaid },
    ...(pricing.version === filled.version ? {} : { pricedVersion: pricing.version }),
  }
}
