import { factsUnit, sessionUnit, type Stepping } from '#domain/judgement/index.ts'
import type { PaymentAttempt, PaymentFact, PaymentOrder } from '#domain/documents/index.ts'
import { ok, refuse, type Instant } from '#domain/kernel/index.ts'
import {
  accountFor,
  isForStaff,
  modeOf,
  type PaymentProvider,
  type ReturnPages,
  type Said,
} from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Connectors, Ports } from '../ports.ts'

type Asking = Pick<Ports, 'store'>

/**
 * Who takes, or took, the money of an order's attempt, and into which account: what is connected now, or was when the
 * attempt began. Refuses with payment.not-connected.
 * @param of an attempt, or a payment of one
 */
export async function providerOf(
  { store }: Asking,
  connectors: Connectors,
  order: PaymentOrder,
  of: Pick<PaymentFact, 'provider' | 'attempt'>,
) {
  const mode = modeOf(order, of.attempt)
  const account =
    of.provider === 'desk'
      ? undefined
      : accountFor(await store.get(keys.paymentAccount(order.municipality)), { provider: of.provider, mode })
  const provider: PaymentProvider | undefined =
    account === undefined ? undefined : connectors.payments?.[account.provider]
  return account === undefined || provider === undefined ? refuse('payment.not-connected') : ok({ account, provider })
}

/** Where a payer comes back to, and where the provider posts its webhooks. @param home `https://forms.example.org` */
export function pagesOf(home: string, { orderId, id, municipality }: PaymentOrder, provider: string): ReturnPages {
  return {
    paid: `${home}/pago-exitoso/${orderId}/${id}`,
    denied: `${home}/pago-denegado/${orderId}/${id}`,
    notify: `${home}/api/payments/webhooks/${provider}?municipality=${encodeURIComponent(municipality)}`,
  }
}

/**
 * The attempt with its page: begun at the provider if it is not, with the key that makes it one however often asked.
 * Refuses with payment.not-connected and payment.failed; `isFinal`: the provider will not.
 */
export async function sessionOf(
  ports: Asking,
  connectors: Connectors,
  order: PaymentOrder,
  attempt: PaymentAttempt,
  stepping: Stepping,
): Promise<Said<PaymentAttempt>> {
  if (attempt.session !== undefined) return ok(attempt)
  const taking = await providerOf(ports, connectors, order, { ...attempt, attempt: attempt.number })
  if (!taking.ok) return taking
  const { account, provider } = taking.value
  const pages = pagesOf(connectors.home?.() ?? '', order, attempt.provider)
  const begun = await provider.open({ account, order, attempt }, pages)
  if (!begun.ok) return begun
  const noted = await ports.store.commit(sessionUnit(order.id, attempt.number, begun.value, stepping))
  if (!noted.ok) return noted
  return ok(noted.value.attempts.find(({ number }) => number === attempt.number) ?? attempt)
}

/**
 * Asks about an attempt and writes down what is new: the one way for return pages, webhooks and the reconciliation.
 * @param how `close`: to be paid no more; an attempt without a page written down had no payer, and needs no provider
 */
export async function learn(
  ports: Asking,
  connectors: Connectors,
  order: PaymentOrder,
  attempt: PaymentAttempt,
  how: 'look' | 'close',
  stepping: Stepping,
): Promise<Said<PaymentOrder>> {
  if (how === 'close' && attempt.session === undefined)
    return ports.store.commit(factsUnit(order.id, [closedUnseen(attempt, stepping.now)], stepping))
  if (isForStaff(attempt)) return ok(order)
  const session = await sessionOf(ports, connectors, order, attempt, stepping)
  if (!session.ok) return session
  const taking = await providerOf(ports, connectors, order, { ...attempt, attempt: attempt.number })
  if (!taking.ok) return taking
  const { account, provider } = taking.value
  const facts: Said<readonly PaymentFact[]> = await provider[how]({ account, order, attempt: session.value })
  return facts.ok ? ports.store.commit(factsUnit(order.id, facts.value, stepping)) : facts
}

function closedUnseen({ number, provider, expiresAt }: PaymentAttempt, now: Instant): PaymentFact {
  const at = expiresAt < now ? expiresAt : now
  return { kind: 'closed', attempt: number, provider, reference: String(number), amount: 0, at }
}
