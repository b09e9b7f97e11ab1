import type { StepContext } from '#domain/payments/judge/index.ts'
import {
  type PaymentAccount,
  type PaymentMode,
  type PaymentOrder,
  listPaymentAccounts,
  getAttemptMode,
  findOpenAttempt,
  type PaymentProvider,
  type WebhookSubject,
  type RawWebhook,
} from '#domain/payments/index.ts'
import { ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Connectors, Ports } from '../ports.ts'
import { findPendingProviderCall, pollAttempt } from './money.ts'

const FORGED_SIGNATURE = refuse('access.forbidden')
/** Refusals of a webhook that the sender did not cause. */
export const SERVER_FAULT_CODES: ReadonlySet<string> = new Set(['payment.failed', 'server.busy'])

export type ReceivedWebhook = {
  readonly provider: PaymentAccount['provider']
  readonly municipality: MunicipalityPath
  readonly request: Request
  /** reads the raw body, which the signature covers; only called if the provider has an account */
  readonly read: () => Promise<Result<Uint8Array>>
}

/**
 * Handles a provider's webhook after verifying its signature. Unknown events are logged and accepted, because the
 * provider would repeat them for days. If the payment cannot be checked, the webhook is refused, so that it is
 * repeated. Refuses with payment.missing (no such account), access.forbidden (forged, too old), request.malformed,
 * payment.failed and as `read`.
 */
export async function handleWebhook(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  connectors: Connectors,
  { provider: name, municipality, request, read }: ReceivedWebhook,
  stepContext: StepContext,
): Promise<Result<null>> {
  const connected = await store.get(keys.paymentAccount(municipality))
  const accounts =
    connected === undefined ? [] : listPaymentAccounts(connected).filter((eachKeys) => eachKeys.provider === name)
  const provider = connectors.payments?.[name]
  if (accounts.length === 0 || provider === undefined) return refuse('payment.missing')
  const bytes = await read()
  if (!bytes.ok) return bytes
  const body = decodeUtf8(bytes.value)
  if (body === undefined) return refuse('request.malformed')
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const header = (each: string): string | undefined => request.headers.get(each) ?? undefined
  const post = { body, query, header, now: clock() }
  const { mode, news } = await readWith(provider, accounts, post)
  if (!news.ok) return news
  const { event, about } = news.value
  const order = about === null ? undefined : await store.get(keys.paymentOrder(about.order))
  const attempt = order?.attempts.find(({ number }) => number === about?.attempt)
  const isTheirs = order?.municipality === municipality && getAttemptMode(order, about?.attempt ?? 0) === mode
  if (order === undefined || attempt === undefined || !isTheirs) {
    log.info('payment.event-unknown', { provider: name, event, municipality })
    return ok(null)
  }
  const known = await pollAttempt({ ports: { store }, connectors, stepContext }, order, attempt, 'look')
  return known.ok ? ok(null) : known
}

/**
 * Reads the webhook's event with the first account that recognises it: the connected account, then earlier accounts.
 */
async function readWith(provider: PaymentProvider, accounts: readonly PaymentAccount[], post: RawWebhook) {
  const said: { readonly mode: PaymentMode; readonly news: Result<WebhookSubject> }[] = []
  for (const account of accounts) {
    const news = await provider.read(account, post)
    if (news.ok && news.value.about !== null) return { mode: account.mode, news }
    said.push({ mode: account.mode, news })
  }
  const failed = said.find(({ news }) => !news.ok && SERVER_FAULT_CODES.has(news.problem.code))
  return failed ?? said.find(({ news }) => news.ok) ?? said[0] ?? { mode: 'live' as const, news: FORGED_SIGNATURE }
}

/**
 * Checks an order's open attempt and returns the order; unchanged when the provider cannot be reached. During another
 * check, waits for its result instead.
 */
export async function pollOpenAttempt(
  ports: Pick<Ports, 'store'>,
  connectors: Connectors,
  order: PaymentOrder,
  stepContext: StepContext,
): Promise<PaymentOrder> {
  const attempt = findOpenAttempt(order)
  if (attempt === undefined) return order
  const other = findPendingProviderCall(ports.store, order.id)
  if (other !== undefined) {
    await other
    return (await ports.store.get(keys.paymentOrder(order.id))) ?? order
  }
  const known = await pollAttempt({ ports, connectors, stepContext }, order, attempt, 'look')
  return known.ok ? known.value : order
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
