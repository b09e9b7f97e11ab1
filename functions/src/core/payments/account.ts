import {
  type PaymentAccount,
  findPayableAttempt,
  mayBePayingWithOtherAccount,
  type AttemptContext,
} from '#domain/payments/index.ts'
import { ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import type { Connectors, Store } from '../ports.ts'

/** Maximum open orders read, more than any city has at a time. */
const MAX_OPEN = 2_000

/**
 * Checks that an account may be connected: the provider knows of no payment in progress with another account, provider
 * or mode. An order that begins now with the previous account can still be checked, because that account's keys are
 * kept. Refuses with payment.account-in-use ({ orders }).
 * @param account with the current time in `at`
 */
export async function checkPaymentAccountNotInUse(
  store: Store,
  connectors: Connectors,
  municipality: MunicipalityPath,
  account: PaymentAccount,
): Promise<Result<null>> {
  const { at: now } = account
  const open = await store.query({ collection: 'payOrder', where: { municipality, open: true }, limit: MAX_OPEN })
  const orders = open.filter(({ document }) => mayBePayingWithOtherAccount(document, account, now)).length
  if (orders > 0) return refuse('payment.account-in-use', { orders })
  const underWay = open.flatMap(({ document: order }) => {
    const attempt = findPayableAttempt(order, now)
    return attempt?.session === undefined ? [] : [{ account, order, attempt }]
  })
  const isTheirs = await opensNewest(connectors, underWay)
  return isTheirs ? ok(null) : refuse('payment.account-in-use', { orders: underWay.length })
}

/**
 * True when the account's key can read the newest attempt. Also true when the provider does not answer, so that a
 * leaked key can always be replaced.
 */
async function opensNewest({ payments }: Connectors, underWay: readonly AttemptContext[]): Promise<boolean> {
  const newest = underWay.toSorted((a, b) => a.attempt.openedAt.localeCompare(b.attempt.openedAt)).at(-1)
  const said = newest && (await payments?.[newest.account.provider].look(newest))
  return said === undefined || said.ok || said.isFinal !== true
}
