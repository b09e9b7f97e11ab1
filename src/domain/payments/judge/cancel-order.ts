import { findMunicipalityLanguage, resolveSettings } from '../../places/documents/municipality-settings.ts'
import type { AnswerId, Instant } from '../../kernel/index.ts'
import { retryDeadJob } from '../../jobs/judge/job-units.ts'
import { buildMailWrite } from '../../mail/judge.ts'
import type { EmailContentOf } from '../../mail/email-content.ts'
import {
  keys,
  set,
  unitForKeys,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import type { Ticket } from '../../tickets/documents/ticket.ts'
import { pickEventPlace } from '../../tickets/event.ts'
import { listTicketRecipients, isOrderWithoutEmails } from '../../tickets/judge/event-units.ts'
import type { PaymentOrder } from '../documents/order.ts'
import { findOpenAttempt } from '../facts.ts'
import { computeAmountToRefund, computeSurplus, hasRefundFailed, isRefundPending } from '../ledger.ts'
import { cancelOrder, setOpenFlag } from '../settle.ts'
import type { StepContext } from './jobs-owed.ts'
import { listStepKeys, buildStepWrites } from './step.ts'

/**
 * Cancels an order with its event, in one commit, so that a repeated run refunds and sends nothing twice. The mark
 * `cancelled` of the order says that this happened.
 *
 * | order | effect |
 * |---|---|
 * | with money of a provider | all that is left is refunded; the jobs of earlier refunds are queued again |
 * | with money of the desk, or a mismatch | staff give it back; it is listed until then |
 * | with an open dispute | waits; if it is won, the rest is refunded |
 * | being paid | its attempt is closed now; a payment that arrives later is refunded |
 * | paid, or being paid | its payer and the owners of transferred tickets get an e-mail |
 *
 * @param again also repeats failed refunds and e-mails of marked orders
 * @returns number of queued e-mails
 */
export function cancelOrderUnit(id: AnswerId, context: StepContext, again = false): Unit<number> {
  return {
    keysFor: (documents) => {
      const order = documents.get(keys.paymentOrder(id))
      return [...listStepKeys(id, documents), ...listRefundJobs(order), ...(again ? listEmailJobs(order) : [])]
    },
    decide: (documents): Decision<number> => {
      const before = documents.get(keys.paymentOrder(id))
      const isMarked = before?.cancelled !== undefined
      if (before === undefined || (isMarked && !again)) return { result: 0, writes: [] }
      const open = isMarked ? undefined : findOpenAttempt(before)
      const attempts = before.attempts.map((attempt) =>
        attempt === open && attempt.expiresAt > context.now ? { ...attempt, expiresAt: context.now } : attempt,
      )
      const after = cancelOrder({ ...before, attempts }, context.now)
      const isSame = isMarked && after.refunds.length === before.refunds.length
      const emails = isMarked ? [] : buildCancelEmails(before, after, documents, context)
      return {
        result: emails.length,
        writes: [
          ...(isSame ? [] : buildStepWrites(before, after, documents, context)),
          ...(open === undefined ? [] : [watchNowWrite(before, open.number, context.now)]),
          ...emails,
          ...buildRequeuedRefundWrites(before, after, documents, context.now),
          ...(again ? buildRevivedEmailWrites(before, documents, context.now) : []),
        ],
      }
    },
  }
}

/** Makes the job that closes an attempt due now. */
function watchNowWrite({ id, municipality }: PaymentOrder, attempt: number, now: Instant): Write {
  const payload = { answer: id, attempt }
  const job = { id: `payment.watch~${id}~${attempt}`, kind: 'payment.watch', payload, municipality } as const
  return set(keys.job(job.id), { ...job, state: 'waiting', attempts: 0, dueAt: now })
}

/** Id of the job that carries out a refund. @param at index among the order's refunds */
function refundJobId(order: AnswerId, at: number): string {
  return `payment.refund~${order}~${at}`
}

/**
 * Refunds of a cancelled order whose jobs tell whether they failed: those without the provider's reference, and those
 * that the provider refused.
 */
export function listRefundsToCheck(order: PaymentOrder) {
  if (order.cancelled === undefined) return []
  return order.refunds.flatMap((refund, at) => {
    const isPending = refund.reference === undefined && isRefundPending(refund, order)
    if (!isPending && !hasRefundFailed(refund, order.facts)) return []
    return [{ order: order.id, at, isPending, job: keys.job(refundJobId(order.id, at)) }]
  })
}

/** Keys of the jobs of refunds that the provider has not accepted. */
function listRefundJobs(order: PaymentOrder | undefined): readonly Key[] {
  return (order?.refunds ?? []).flatMap(({ reference }, at) =>
    order === undefined || reference !== undefined ? [] : [keys.job(refundJobId(order.id, at))],
  )
}

/**
 * Queues the jobs of earlier refunds that are needed and no longer waiting: jobs that failed, and jobs that had ended
 * because the refund was not needed then. The job keeps its id, so that the provider refunds once.
 */
function buildRequeuedRefundWrites(
  { refunds }: PaymentOrder,
  after: PaymentOrder,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  return refunds.flatMap((refund, at) => {
    const id = refundJobId(after.id, at)
    if (refund.reference !== undefined || !isRefundPending(refund, after)) return []
    if (documents.get(keys.job(id))?.state === 'waiting') return []
    const job = { id, kind: 'payment.refund', payload: { answer: after.id, refund: at } } as const
    const queued = { municipality: after.municipality, state: 'waiting', attempts: 0, dueAt: now } as const
    return [set(keys.job(id), { ...job, ...queued })]
  })
}

/**
 * Returns the unit that ends an automatic refund which is no longer needed, so that money that is to be refunded later
 * gets a new refund. Returns false if the refund is needed after all.
 */
export function withdrawRefundUnit(order: AnswerId, refund: string): Unit<boolean> {
  const key = keys.paymentOrder(order)
  return unitForKeys<boolean>([key], (documents) => {
    const before = documents.get(key)
    const found = before?.refunds.find(({ id }) => id === refund)
    if (before === undefined || found === undefined) return { result: true, writes: [] }
    if (computeAmountToRefund(found, before) > 0) return { result: false, writes: [] }
    if (found.by !== undefined || found.reference !== undefined) return { result: true, writes: [] }
    const refunds = before.refunds.map((each) => (each === found ? { ...each, withdrawn: true } : each))
    return { result: true, writes: [set(key, setOpenFlag({ ...before, refunds }))] }
  })
}

/** Keys of the e-mails about the cancellation. */
function listEmailJobs(order: PaymentOrder | undefined): readonly ReturnType<typeof keys.job>[] {
  if (order === undefined) return []
  const parts = ['', ...(order.tickets ?? []).map((ticket) => `~${ticket}`)]
  return parts.map((part) => keys.job(`mail.send~${buildEmailJobId(order.id, part)}`))
}

function buildRevivedEmailWrites(order: PaymentOrder, documents: FoundDocuments, now: Instant): readonly Write[] {
  return listEmailJobs(order).flatMap((key) => {
    const job = documents.get(key)
    return job?.state === 'dead' ? [set(keys.job(job.id), retryDeadJob(job, now))] : []
  })
}

/** Id of an e-mail about a cancellation. @param part empty for the payer */
function buildEmailJobId(order: AnswerId, part: string): string {
  return `${order}~cancelled${part}`
}

function buildCancelEmails(
  before: PaymentOrder,
  after: PaymentOrder,
  documents: FoundDocuments,
  { now, effects }: StepContext,
): readonly Write[] {
  const { id, orderId, municipality, currency, tickets = [] } = after
  const isAffected = before.delivery === 'delivered' || findOpenAttempt(before) !== undefined
  if (!isAffected || !effects.has('mail.send')) return []
  const form = documents.get(keys.template(after.form))
  const place = documents.get(keys.municipality(municipality))
  const { timeZone } = resolveSettings(place ?? { path: municipality, settings: {} })
  const language = findMunicipalityLanguage(municipality, place)
  const back = after.refunds.reduce((sum, refund) => (isRefundPending(refund, after) ? sum + refund.amount : sum), 0)
  const desk = Math.max(0, computeSurplus(after) - back)
  const about = {
    letter: 'event.cancelled',
    event: after.formTitle ?? form?.titulo ?? '',
    timeZone,
    was: pickEventPlace(form?.ticketSale),
  } as const
  const money = { currency: currency.name, sign: currency.sign, back, desk }
  const owned: readonly Ticket[] = tickets.flatMap((hash) => documents.get(keys.ticket(hash)) ?? [])
  const others = listTicketRecipients(after, owned).filter(({ of }) => of === 'ticket')
  const write = (part: string, to: (typeof others)[number]['to'], letter: EmailContentOf<'event.cancelled'>): Write =>
    buildMailWrite(buildEmailJobId(id, part), { to, language, letter }, municipality, now)
  return [
    ...(isOrderWithoutEmails(after)
      ? []
      : [
          write('', { address: after.email, name: after.fullName }, { ...about, ...money, of: { orderId, order: id } }),
        ]),
    ...others.map(({ to, ticket }) => write(`~${ticket.id}`, to, { ...about, of: { ticket: ticket.id } })),
  ]
}
