import { addFactsUnit, storePaymentSessionUnit, type StepContext } from '#domain/payments/judge/index.ts'
import {
  type PaymentAttempt,
  type PaymentFact,
  type PaymentOrder,
  findPaymentAccount,
  isStaffReservation,
  getAttemptMode,
  type PaymentProvider,
  type ProviderCallbackUrls,
  type ProviderReply,
} from '#domain/payments/index.ts'
import { toAuthorWithoutAccount, withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { ok, refuse, type AnswerId, type Instant, type Result } from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { Connectors, Ports, Store } from '../ports.ts'

/** Dependencies of a call to a provider. */
export type PaymentPollContext = {
  readonly ports: Pick<Ports, 'store'>
  readonly connectors: Connectors
  readonly stepContext: StepContext
}

/**
 * The provider and account of an order's attempt, even if the municipality has since connected another account. Refuses
 * with payment.not-connected.
 * @param of an attempt, or a payment of an attempt
 */
export async function findProvider(
  { store }: Pick<Ports, 'store'>,
  connectors: Connectors,
  order: PaymentOrder,
  of: Pick<PaymentFact, 'provider' | 'attempt'>,
) {
  const mode = getAttemptMode(order, of.attempt)
  const account =
    of.provider === 'desk'
      ? undefined
      : findPaymentAccount(await store.get(keys.paymentAccount(order.municipality)), { provider: of.provider, mode })
  const provider: PaymentProvider | undefined =
    account === undefined ? undefined : connectors.payments?.[account.provider]
  return account === undefined || provider === undefined ? refuse('payment.not-connected') : ok({ account, provider })
}

/**
 * The URLs of an order: pages for the returning payer, and the provider's webhook.
 * @param home `https://forms.example.org`
 */
export function buildProviderCallbackUrls(
  home: string,
  { orderId, id, municipality }: PaymentOrder,
  provider: string,
): ProviderCallbackUrls {
  return {
    paid: `${home}/pago-exitoso/${orderId}/${id}`,
    denied: `${home}/pago-denegado/${orderId}/${id}`,
    notify: `${home}/api/payments/webhooks/${provider}?municipality=${encodeURIComponent(municipality)}`,
  }
}

/**
 * Returns the attempt with its payment page, which is created at the provider if missing. Repeated calls create only
 * one page. Refuses with payment.missing, payment.not-connected and payment.failed, with `isFinal` if the provider
 * refuses.
 */
export function ensurePaymentPage(
  asking: PaymentPollContext,
  order: PaymentOrder,
  attempt: PaymentAttempt,
): Promise<ProviderReply<PaymentAttempt>> {
  return runInTurn(asking.ports.store, order.id, () => beginAttempt(asking, order, attempt))
}

async function beginAttempt(
  { ports, connectors, stepContext }: PaymentPollContext,
  order: PaymentOrder,
  { number }: PaymentAttempt,
): Promise<ProviderReply<PaymentAttempt>> {
  // Reads the order again, because the previous call in the queue may have created the page.
  const attempt = (await ports.store.get(keys.paymentOrder(order.id)))?.attempts.find(
    (eachAttempt) => eachAttempt.number === number,
  )
  if (attempt === undefined) return refuse('payment.missing')
  if (attempt.session !== undefined) return ok(attempt)
  const taking = await findProvider(ports, connectors, order, { ...attempt, attempt: attempt.number })
  if (!taking.ok) return taking
  const { account, provider } = taking.value
  const pages = buildProviderCallbackUrls(connectors.home?.() ?? '', order, attempt.provider)
  const openedReply = await provider.open({ account, order, attempt }, pages)
  if (!openedReply.ok) return openedReply
  const noted = await ports.store.commit(storePaymentSessionUnit(order.id, number, openedReply.value, stepContext))
  if (!noted.ok) return noted
  return ok(noted.value.attempts.find((eachAttempt) => eachAttempt.number === number) ?? attempt)
}

/**
 * Asks the provider about an attempt and stores new facts; for return pages, webhooks and reconciliation. Calls about
 * one order run one at a time.
 * @param how `close` also prevents further payment. An attempt whose page was never stored is closed without asking the
 * provider.
 */
export function pollAttempt(
  asking: PaymentPollContext,
  order: PaymentOrder,
  attempt: PaymentAttempt,
  how: 'look' | 'close',
): Promise<ProviderReply<PaymentOrder>> {
  return runInTurn(asking.ports.store, order.id, () => askProvider(asking, order, attempt, how))
}

async function askProvider(
  asking: PaymentPollContext,
  order: PaymentOrder,
  attempt: PaymentAttempt,
  how: 'look' | 'close',
): Promise<ProviderReply<PaymentOrder>> {
  const { ports, connectors, stepContext } = asking
  if (how === 'close' && attempt.session === undefined)
    return ports.store.commit(addFactsUnit(order.id, [buildUnseenCloseFact(attempt, stepContext.now)], stepContext))
  if (isStaffReservation(attempt)) return ok(order)
  const session = await beginAttempt(asking, order, attempt)
  if (!session.ok) return session
  const taking = await findProvider(ports, connectors, order, { ...attempt, attempt: attempt.number })
  if (!taking.ok) return taking
  const { account, provider } = taking.value
  const facts: ProviderReply<readonly PaymentFact[]> = await provider[how]({ account, order, attempt: session.value })
  if (!facts.ok) return facts
  const unit = addFactsUnit(order.id, facts.value, stepContext)
  return ports.store.commit(facts.value.some(isMoney) ? withMoneyAudit(unit, order.id, stepContext.now) : unit)
}

function isMoney({ kind }: PaymentFact): boolean {
  return kind === 'paid' || kind === 'mismatch' || kind === 'refunded'
}

/**
 * Adds audit entries about money that a provider received or refunded. A refund requested by a user already has an
 * entry.
 */
export function withMoneyAudit(
  unit: Unit<Result<PaymentOrder>>,
  id: AnswerId,
  now: Instant,
): Unit<Result<PaymentOrder>> {
  return withAudit(
    unit,
    (result, { before }) => {
      const known = before.get(keys.paymentOrder(id))
      if (!result.ok || known === undefined) return []
      const { facts, municipality, currency } = result.value
      const code = before.get(keys.answer(id))?.codigoMunicipio
      return facts
        .filter((fact) => isMoney(fact) && !known.facts.includes(fact) && !isRequested(fact, result.value))
        .map(({ kind, amount, provider }) => ({
          action: kind === 'refunded' ? 'payment.refunded' : 'payment.received',
          target: keys.paymentOrder(id),
          by: toAuthorWithoutAccount('payments'),
          from: undefined,
          municipality,
          details: { ...(code === undefined ? {} : { code }), amount, currency: currency.name, provider },
        }))
    },
    now,
  )
}

/** Adds the currency of the resulting order to an entry about money. Refusals are not logged. */
export function withCurrency(entry: LoggedAction) {
  return (result: Result<PaymentOrder | { readonly order: PaymentOrder }>): readonly LoggedAction[] => {
    if (!result.ok) return []
    const { currency } = 'order' in result.value ? result.value.order : result.value
    return [{ ...entry, details: { ...entry.details, currency: currency.name } }]
  }
}

/** Whether a user requested this refund; its reference may be missing, if the server stopped before it was stored. */
function isRequested({ kind, reference, of, amount }: PaymentFact, { refunds }: PaymentOrder): boolean {
  return (
    kind === 'refunded' &&
    refunds.some(
      (refund) =>
        refund.by !== undefined &&
        (refund.reference === undefined
          ? refund.payment === of && refund.amount === amount
          : refund.reference === reference),
    )
  )
}

function buildUnseenCloseFact({ number, provider, expiresAt }: PaymentAttempt, now: Instant): PaymentFact {
  const instant = expiresAt < now ? expiresAt : now
  return { kind: 'closed', attempt: number, provider, reference: String(number), amount: 0, at: instant }
}

/** Promise that settles with the last queued call about each order, per store; removed when it settles. */
const underWay = new WeakMap<Pick<Store, 'get'>, Map<AnswerId, Promise<void>>>()

/** Calls a provider about an order after all earlier calls about it have ended. */
function runInTurn<T>(store: Pick<Store, 'get'>, order: AnswerId, ask: () => Promise<T>): Promise<T> {
  const turns = underWay.get(store) ?? new Map<AnswerId, Promise<void>>()
  underWay.set(store, turns)
  const promise = (turns.get(order) ?? Promise.resolve()).then(ask)
  const ended: Promise<void> = promise
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (turns.get(order) === ended) turns.delete(order)
    })
  turns.set(order, ended)
  return promise
}

/** Promise of the calls in progress about an order, for callers that wait for them instead of making another call. */
export function findPendingProviderCall(store: Pick<Store, 'get'>, order: AnswerId): Promise<void> | undefined {
  return underWay.get(store)?.get(order)
}
