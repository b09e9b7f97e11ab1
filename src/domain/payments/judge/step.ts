import { resolveSettings } from '../../places/documents/municipality-settings.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { PaymentOrder } from '../documents/order.ts'
import type { Zone } from '../../tickets/documents/sale.ts'
import {
  toComparableIdNumber,
  toInstant,
  toMilliseconds,
  type AnswerId,
  type Instant,
  type MunicipalityPath,
} from '../../kernel/index.ts'
import { assignOpenDayToLateFacts } from '../closing.ts'
import { findAddedEffects } from '../effects.ts'
import { buildPaymentEntry, replacePaymentEntry } from '../entry.ts'
import { POLL_RETRY_MS, findPollDueTime, computeNextPollTime } from '../polling.ts'
import { updateBuyer } from '../buyers.ts'
import { updateStock, EMPTY_STOCK, countSoldPlaces, countTakenPlaces } from '../stock.ts'
import { keys, set, unitForKeys, type FoundDocuments, type Key, type Unit, type Write } from '../../store/index.ts'
import { listHoldBuckets, buildHoldBucketWrites } from './hands.ts'
import { buildTicketWrites } from '../../tickets/judge/ticket-units.ts'
import { buildEffectJobs, type StepContext } from './jobs-owed.ts'

/** Fields of an order that determine which counters it changes: those of its zone and of its buyer. */
type CountedOrder = Pick<PaymentOrder, 'form' | 'zone' | 'dni' | 'mode'>

/** Keys needed for a step of an order. */
export function listStepKeys(id: AnswerId, documents: FoundDocuments): readonly Key[] {
  const order = documents.get(keys.paymentOrder(id))
  const answer = documents.get(keys.answer(id))
  const form = order?.form ?? answer?.idPlantilla
  return [
    keys.paymentOrder(id),
    keys.answer(id),
    ...(form === undefined ? [] : [keys.template(form)]),
    ...(order === undefined ? [] : [...listDayKeys(order.municipality), ...listCounterKeys(order)]),
    ...listHoldBuckets(order).map(({ key }) => key),
    ...(order?.tickets ?? []).map(keys.ticket),
  ]
}

/** Keys needed to determine to which day a fact's money belongs. */
export function listDayKeys(municipality: MunicipalityPath): readonly Key[] {
  return [keys.municipality(municipality), keys.lastClosing(municipality)]
}

export function listCounterKeys({ form, zone, dni, mode }: CountedOrder): readonly Key[] {
  return zone === undefined ? [] : [keys.zoneStock(form, zone, mode), keys.buyer(form, toComparableIdNumber(dni), mode)]
}

/**
 * Number of places left in a zone, including those that the order already holds, and number of places that are held
 * unpaid. `remaining` is Infinity without a zone.
 * @param own number of places that the order already holds
 */
export function countAvailablePlaces(
  order: CountedOrder,
  own: number,
  documents: FoundDocuments,
): { readonly remaining: number; readonly held: number } {
  if (order.zone === undefined) return { remaining: Infinity, held: 0 }
  const { taken, sold } = documents.get(keys.zoneStock(order.form, order.zone, order.mode)) ?? EMPTY_STOCK
  const max = findZone(documents.get(keys.template(order.form)), order.zone)?.maxQuantity ?? 0
  return { remaining: max - (taken - own), held: taken - sold }
}

export function findZone(template: FormTemplate | undefined, zone: number | undefined): Zone | undefined {
  return template?.ticketSale?.zones.find(({ id }) => id === zone)
}

/**
 * Returns all writes of a step, for one commit: order, counters of zone and buyer, tickets, answer, jobs.
 * @param before undefined for a new order
 */
export function buildStepWrites(
  before: PaymentOrder | undefined,
  after: PaymentOrder,
  documents: FoundDocuments,
  stepContext: StepContext,
): readonly Write[] {
  const answer = documents.get(keys.answer(after.id))
  const booked = assignOpenDayToLateFacts(before, after, documents.get(keys.lastClosing(after.municipality)))
  const updatedAnswer = answer === undefined ? undefined : answerAfter(answer, after, documents)
  const owing = {
    order: after,
    answer: updatedAnswer,
    municipality: documents.get(keys.municipality(after.municipality)),
  }
  return [
    set(keys.paymentOrder(after.id), booked),
    ...buildCounterWrites(before, after, documents),
    ...buildHoldBucketWrites(before, after, documents, stepContext.now),
    ...buildTicketWrites(after, documents, stepContext),
    ...(updatedAnswer === undefined ? [] : [set(keys.answer(after.id), updatedAnswer)]),
    ...buildEffectJobs(findAddedEffects(before, after), owing, stepContext),
  ]
}

/**
 * Updates the answer after a step of its order. The answer's version does not change, so that corrections do not
 * conflict with automatic updates.
 */
function answerAfter(answer: Answer, order: PaymentOrder, documents: FoundDocuments): Answer {
  const municipality = documents.get(keys.municipality(order.municipality))
  const { timeZone } = resolveSettings(municipality ?? { settings: {} })
  const address = documents.get(keys.template(order.form))?.ticketSale?.address ?? ''
  const price = order.lines.find(({ name }) => name === order.sectionName)?.price ?? order.amount
  return {
    ...replacePaymentEntry(answer, buildPaymentEntry(order, address, timeZone)),
    paymentDetails: { orderId: order.orderId },
    purchaseOrderDetails: { quanty: order.quanty, price, section: order.sectionName },
  }
}

/**
 * Updates the counters of zone and buyer. An order can change its zone or mode only while no attempt is open, so it
 * holds no places of the old zone then.
 */
function buildCounterWrites(
  before: PaymentOrder | undefined,
  after: PaymentOrder,
  documents: FoundDocuments,
): readonly Write[] {
  const { form, zone, dni, mode } = after
  if (zone === undefined) return []
  const person = toComparableIdNumber(dni)
  const isSame = before?.zone === zone && before.mode === mode && toComparableIdNumber(before.dni) === person
  const same = isSame ? before : undefined
  const was =
    same === undefined ? { taken: 0, sold: 0 } : { taken: countTakenPlaces(same), sold: countSoldPlaces(same) }
  if (was.taken === countTakenPlaces(after) && was.sold === countSoldPlaces(after)) return []
  const [stock, buyer] = [keys.zoneStock(form, zone, mode), keys.buyer(form, person, mode)]
  return [
    set(stock, updateStock(documents.get(stock) ?? EMPTY_STOCK, same, after)),
    set(buyer, updateBuyer(documents.get(buyer), same, after)),
  ]
}

/**
 * Records that the provider was polled about an order's money, and sets the time of the next poll. If the provider did
 * not reply, the next poll is after `POLL_RETRY_MS`. Changes nothing if new facts have already postponed the poll.
 */
export function recordProviderPollUnit(
  id: AnswerId,
  how: 'answered' | 'unanswered',
  now: Instant,
): Unit<PaymentOrder | undefined> {
  const key = keys.paymentOrder(id)
  return unitForKeys<PaymentOrder | undefined>([key], (documents) => {
    const order = documents.get(key)
    const due = order && findPollDueTime(order)
    if (order === undefined || due === undefined || due > now) return { result: order, writes: [] }
    const retry = toInstant(toMilliseconds(now) + POLL_RETRY_MS)
    const lookAt = how === 'answered' ? (computeNextPollTime(order, now) ?? null) : retry
    const after = { ...order, lookAt }
    return { result: after, writes: [set(key, after)] }
  })
}
