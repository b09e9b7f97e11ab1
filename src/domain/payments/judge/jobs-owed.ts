import { findMunicipalityLanguage, resolveSettings } from '../../places/documents/municipality-settings.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import type { Municipality } from '../../places/documents/location.ts'
import type { PaymentOrder } from '../documents/order.ts'
import { type Instant, toInstant, toMilliseconds, unreachable } from '../../kernel/index.ts'
import type { EmailContent } from '../../mail/email-content.ts'
import { buildPdfName } from '../../pdf/build-answer-pdf.ts'
import type { OrderEffect } from '../effects.ts'
import { buildFactKey, findOpenAttempt } from '../facts.ts'
import { isSettledDispute } from '../disputes.ts'
import { isReceivedMoney } from '../ledger.ts'
import { listRefundedPlaces } from '../places.ts'
import { keys, set, type Write } from '../../store/index.ts'
import type { Job, JobKind, JobOf } from '../../jobs/jobs.ts'
import { buildMailWrite } from '../../mail/judge.ts'
import { type SupportedJobs, buildIncidentJobs } from '../../jobs/judge/with-jobs.ts'

export type StepContext = {
  readonly now: Instant
  /** kinds of jobs that this server can carry out */
  readonly effects: SupportedJobs
}

/** Milliseconds between two polls of an open attempt, in case a webhook was lost. */
export const RECONCILIATION_INTERVAL_MS = 10 * 60_000

/** Order with its answer and its municipality, as far as these exist. */
type OrderSetting = {
  readonly order: PaymentOrder
  readonly answer: Answer | undefined
  readonly municipality: Municipality | undefined
}

/**
 * Returns the jobs that carry out an order's effects. Job ids consist of order and effect, so that repeated queueing
 * creates one job. Ids contain the index of the fact or refund instead of the provider's id; indexes never change.
 */
export function buildEffectJobs(
  owed: readonly OrderEffect[],
  { order, answer, municipality }: OrderSetting,
  { now, effects }: StepContext,
): readonly Write[] {
  const place = (effect: { readonly fact: Parameters<typeof buildFactKey>[0] }): number =>
    order.facts.findIndex((fact) => buildFactKey(fact) === buildFactKey(effect.fact))
  const content = (number: number | string, written: EmailContent): readonly Write[] => {
    const isQuiet = order.isQuiet === true && !order.facts.some(isReceivedMoney)
    if (order.email === '' || isQuiet || !effects.has('mail.send')) return []
    const language = findMunicipalityLanguage(order.municipality, municipality)
    const mail = { to: { address: order.email, name: order.fullName }, language, letter: written }
    return [buildMailWrite(`${order.id}~${number}`, mail, order.municipality, now)]
  }
  const settings = resolveSettings(municipality ?? { path: order.municipality, settings: {} })
  const about = {
    orderId: order.orderId,
    order: order.id,
    amount: order.amount,
    currency: order.currency.name,
    sign: order.currency.sign,
    ...(order.formTitle === undefined ? {} : { form: order.formTitle }),
    ...(answer === undefined ? {} : { code: buildPdfName(answer, settings) }),
  }
  return owed.flatMap((effect): readonly Write[] => {
    switch (effect.kind) {
      case 'answer':
        return answer === undefined ? [] : buildIncidentJobs(answer, effects, now)
      case 'receipt':
        return [
          queueJobWrite(
            { id: `payment.receipt~${order.id}`, kind: 'payment.receipt', payload: { answer: order.id } },
            order,
            now,
          ),
        ]
      case 'credit-note': {
        const fact = place(effect)
        return [
          queueJobWrite(
            { id: `payment.receipt~${order.id}~${fact}`, kind: 'payment.receipt', payload: { answer: order.id, fact } },
            order,
            now,
          ),
        ]
      }
      case 'refund': {
        const refund = order.refunds.findIndex(({ id }) => id === effect.refund)
        return [
          queueJobWrite(
            {
              id: `payment.refund~${order.id}~${refund}`,
              kind: 'payment.refund',
              payload: { answer: order.id, refund },
            },
            order,
            now,
          ),
        ]
      }
      case 'tickets':
        return [
          queueJobWrite(
            { id: `payment.tickets~${order.id}`, kind: 'payment.tickets', payload: { answer: order.id } },
            order,
            now,
          ),
        ]
      case 'watch': {
        const { attempt } = effect
        const later = toInstant(toMilliseconds(now) + RECONCILIATION_INTERVAL_MS)
        return [
          queueJobWrite(
            {
              id: `payment.watch~${order.id}~${attempt}`,
              kind: 'payment.watch',
              payload: { answer: order.id, attempt },
            },
            order,
            later,
          ),
        ]
      }
      case 'letter':
        return content(0, {
          letter: 'payment.received',
          ...about,
          ...(order.isEvent === true ? { places: order.quanty } : {}),
        })
      case 'validated': {
        const held = order.zone === undefined ? {} : { held: findOpenAttempt(order)?.number === effect.attempt }
        return content(`validated${effect.attempt}`, { letter: 'payment.validated', ...about, ...held })
      }
      case 'lapsed':
        return content(`lapsed${effect.attempt}`, { letter: 'payment.lapsed', ...about })
      case 'sold-out':
        return content(1, {
          letter: 'payment.too-late',
          ...about,
          ...(order.cancelled === undefined ? {} : { isCancelled: true }),
        })
      case 'refunded': {
        const { amount, provider } = effect.fact
        const numbers = order.isEvent === true ? listRefundedPlaces(order).map((at) => at + 1) : []
        const voided =
          order.isEvent === true ? { places: numbers.length, numbers: numbers.toSorted((a, b) => a - b) } : {}
        const refund = { ...about, amount, ...voided }
        // If staff settle a lost dispute, no money is sent to the payer.
        if (isSettledDispute(effect.fact, order.facts))
          return content(2 + place(effect), { letter: 'payment.disputed', ...refund })
        const atDesk = provider === 'desk' ? { atDesk: true } : {}
        return content(2 + place(effect), { letter: 'payment.refunded', ...refund, ...atDesk })
      }
      default:
        return unreachable(effect)
    }
  })
}

type PaymentJob = Extract<JobKind, `payment.${string}`>

function queueJobWrite<K extends PaymentJob>(
  { id, kind, payload }: { readonly id: string; readonly kind: K; readonly payload: JobOf<K>['payload'] },
  { municipality }: PaymentOrder,
  dueAt: Instant,
): Write {
  const job = { id, kind, payload, municipality, state: 'waiting', attempts: 0, dueAt } as Job
  return set(keys.job(id), job)
}
