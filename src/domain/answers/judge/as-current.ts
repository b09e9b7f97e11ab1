import type { Submit } from '../../answering/submission.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Instant } from '../../kernel/instant.ts'
import { isFree, type PricedVersions } from '../../payments/price-by-version.ts'

type Versions = PricedVersions & {
  readonly filled: FormTemplate
  /** the current version */
  readonly pricing: FormTemplate
}

/** Options with an effect outside: they hold only while the current version has them as well. */
const EFFECTS = ['incidentes', 'addAppointment', 'notifyCitizen'] as const

/**
 * Returns the answer with those of its options that the current version decides, whichever version its sender named. It
 * has to be paid where the current version asks for money and it is not free by that version.
 */
export function asCurrent(answer: Answer, versions: Versions, { content, header }: Submit, now: Instant): Answer {
  const { filled, pricing } = versions
  const isPaid = pricing.opcionales.addPaymentGateway && !isFree(versions, { content, citizen: header.citizen }, now)
  const kept = EFFECTS.map((option) => [option, answer.opcionales[option] && pricing.opcionales[option]] as const)
  return {
    ...answer,
    opcionales: { ...answer.opcionales, ...Object.fromEntries(kept), addPaymentGateway: isPaid },
    ...(pricing.version === filled.version ? {} : { pricedVersion: pricing.version }),
  }
}
