import type { Submit } from '../../answering/submission.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Instant } from '../../kernel/instant.ts'
import { isAnswerFree, type PricedVersions } from '../../payments/price-by-version.ts'

type Versions = PricedVersions & {
  readonly filled: FormTemplate
  /** the current version */
  readonly pricing: FormTemplate
}

/** Options with effects in other systems. Each applies only if the current version also has it. */
const EFFECTS = ['incidentes', 'addAppointment', 'notifyCitizen'] as const

/**
 * Applies the current version's options to an answer, whichever version its sender used. Payment is required if the
 * current version asks for payment and the answer is not free under that version.
 */
export function applyCurrentOptions(
  answer: Answer,
  versions: Versions,
  { content, header }: Submit,
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
