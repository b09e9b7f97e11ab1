import type { PaymentAccount } from '#domain/documents/index.ts'
import { ok, refuse, type Instant, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { isPaidElsewhere } from '#domain/payments/index.ts'
import type { Store } from '../ports.ts'

/** Open orders that are looked at: more than any city has at a time, and enough to say that there are many. */
const MOST_OPEN = 2_000

/**
 * Whether an account of this provider and mode may be connected: nothing is being paid by another. Money of an order that begins at this moment by the one before is still known, because its
 * keys stay. Refuses with payment.account-in-use ({ orders }).
 */
export async function isFree(
  store: Store,
  municipality: MunicipalityPath,
  which: Pick<PaymentAccount, 'provider' | 'mode'>,
  now: Instant,
): Promise<Result<null>> {
  const open = await store.query({ collection: 'payOrder', where: { municipality, open: true }, limit: MOST_OPEN })
  const orders = open.filter(({ document }) => isPaidElsewhere(document, which, now)).length
  return orders === 0 ? ok(null) : refuse('payment.account-in-use', { orders })
}
