import { decomposeAnswer } from '../../answering/decompose.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { PaymentFact, PaymentOrder } from '../../payments/documents/order.ts'
import { ok, refuse, type Instant, type Result } from '../../kernel/index.ts'
import { computeVersionPrice } from '../../payments/price-by-version.ts'
import { keys, type FoundDocuments, type Key } from '../../store/index.ts'

type PricedChange = {
  readonly before: Answer
  readonly after: Answer
  /** template version that the answer was filled in with */
  readonly version: FormTemplate
  readonly found: FoundDocuments
  readonly now: Instant
}

/** Keys needed to compare an answer's price before and after a change. */
export function listPriceKeys(answer: Answer, documents: FoundDocuments): readonly Key[] {
  return [keys.paymentOrder(answer.id), keys.templateVersion(answer.idPlantilla, findPricedVersion(answer, documents))]
}

/**
 * Checks that a change does not alter the price, whether the answer is paid, unpaid or free. Refuses with
 * payment.changes-price ({ before, after, currency }, amounts in currency units). Errors of `computeVersionPrice` for
 * the changed answer are returned unchanged.
 */
export function checkSamePrice({ before, after, version, found, now }: PricedChange): Result<null> {
  const pricing = found.get(keys.templateVersion(before.idPlantilla, findPricedVersion(before, found)))
  if (pricing?.opcionales.addPaymentGateway !== true) return ok(null)
  const order = found.get(keys.paymentOrder(before.id))
  const purchase = order?.zone === undefined ? undefined : { zone: order.zone, quanty: order.quanty }
  const instant = order === undefined ? now : findPricingTime(order)
  const [was, is] = [before, after].map((answer) => {
    const priced = { content: decomposeAnswer(answer), purchase, code: order?.code, citizen: answer.datosCiudadano }
    return computeVersionPrice({ filled: version, pricing }, priced, instant)
  })
  if (was?.ok !== true || is === undefined) return ok(null)
  if (!is.ok) return is
  const { total, currency } = is.value
  if (total === was.value.total) return ok(null)
  const details = { before: was.value.total / 100, after: total / 100, currency: currency.name }
  return refuse('payment.changes-price', details)
}

/**
 * Returns the version whose prices apply: the order's version, or without an order the version that was current on
 * arrival.
 */
function findPricedVersion({ id, pricedVersion, templateVersion }: Answer, documents: FoundDocuments): number {
  return documents.get(keys.paymentOrder(id))?.priced?.version ?? pricedVersion ?? templateVersion
}

/** Returns the time an order was last priced. Discounts apply as of that time, even if they have expired since. */
function findPricingTime({ priced, facts, createdAt }: PaymentOrder): Instant {
  if (priced?.at !== undefined) return priced.at
  // Orders of earlier releases have no `priced.at`.
  const isPricing = ({ kind, provider }: PaymentFact): boolean =>
    kind === 'opened' || (provider === 'desk' && (kind === 'paid' || kind === 'waived'))
  return facts.findLast(isPricing)?.at ?? createdAt
}
