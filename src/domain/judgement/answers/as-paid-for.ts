import type { Submit } from '../../answering/submission.ts'
import type { Answer, FormTemplate } from '../../documents/index.ts'
import type { Instant } from '../../kernel/instant.ts'
import { isFree } from '../../payments/index.ts'

/** The answer without a payment where it costs nothing: nothing waits for it, and it can be changed like any other. */
export function asPaidFor(answer: Answer, version: FormTemplate, { content, header }: Submit, now: Instant): Answer {
  if (!answer.opcionales.addPaymentGateway || !isFree(version, { content, citizen: header.citizen }, now)) return answer
  return { ...answer, opcionales: { ...answer.opcionales, addPaymentGateway: false } }
}
