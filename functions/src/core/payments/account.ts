import { type PaymentAccount, attemptUnderWay, isPaidElsewhere, type OfAttempt } from '#domain/payments/index.ts'
import { ok, refuse, type Instant, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import type { Connectors, Store } from '../ports.ts'

/** Open orders that are looked at: more than any city has at a time, and enough to say that there are many. */
const MOST_OPEN = 2_000

/**
 * Whether an account may be connected: nothing is being paid by another, of another provider or mode or, as far as the
 * provider knows, by another than its key opens. Money of an order that begins now by the one before is still known,
 * because its keys stay. Refuses with payment.account-in-use ({ orders }).
 */
export async function isFree(
  store: Store,
  connectors: Connectors,
  municipality: MunicipalityPath,
  account: PaymentAccount,
  now: Instant,
): Promise<Result<null>> {
  const open = await store.query({ collection: 'payOrder', where: { municipality, open: true }, limit: MOST_OPEN })
  const orders = open.filter(({ document }) => isPaidElsewhere(document, account, now)).length
  if (orders > 0) return refuse('payment.account-in-use', { orders })
  const underWay = open.flatMap(({ document: order }) => {
    const attempt = attemptUnderWay(order, now)
    return attempt?.session === undefined ? [] : [{ account, order, attempt }]
  })
  const isTheirs = await opensNewest(connectors, underWay)
  return isTheirs ? ok(null) : refuse('payment.account-in-use', { orders: underWay.length })
}

/** Does the account's key open the newest attempt? A provider that gives no answer keeps no leaked key in place. */
async function opensNewest({ payments }: Connectors, underWay: readonly OfAttempt[]): Promise<boolean> {
  const newest = underWay.toSorted((one, other) => one.attempt.openedAt.localeCompare(other.attempt.openedAt)).at(-1)
  const said = newest && (await payments?.[newest.account.provider].look(newest))
  return said === undefined || said.ok || said.isFinal !== true
}
