import type { PaymentAccount, PaymentAttempt, PaymentMode, PaymentOrder } from './documents/order.ts'
import { toInstant, toMilliseconds, type Instant } from '../kernel/index.ts'
import { isStaffReservation, findOpenAttempt } from './facts.ts'

type Keys = Omit<PaymentAccount, 'former'>
type AccountSelector = Pick<PaymentAccount, 'provider' | 'mode'>

/**
 * Milliseconds for which an attempt still counts as open after its expiry. Providers normally report the end of an
 * attempt within minutes. Without this limit, one lost report would prevent a municipality from ever changing its
 * account.
 */
const GRACE_PERIOD_MS = 24 * 3_600_000

/** Current and former accounts, newest first. */
export function listPaymentAccounts({ former = [], ...account }: PaymentAccount): readonly Keys[] {
  return [account, ...former]
}

/** Current or former account of a provider and mode; undefined if never connected. */
export function findPaymentAccount(account: PaymentAccount | undefined, selection: AccountSelector): Keys | undefined {
  return account === undefined ? undefined : listPaymentAccounts(account).find((keys) => isForAccount(keys, selection))
}

/** Replaces an account. The old account is kept among the former accounts if its provider or mode differs. */
export function replacePaymentAccount(before: PaymentAccount | undefined, next: PaymentAccount): PaymentAccount {
  const others = before === undefined ? [] : listPaymentAccounts(before).filter((keys) => !isForAccount(keys, next))
  const { former: _, ...account } = next
  return others.length === 0 ? account : { ...account, former: others }
}

/** Checks whether a payer may currently be paying an order with an account other than that of `selection`. */
export function mayBePayingWithOtherAccount(order: PaymentOrder, selection: AccountSelector, now: Instant): boolean {
  const attempt = findPayableAttempt(order, now)
  return attempt !== undefined && !isForAccount({ ...attempt, mode: getAttemptMode(order, attempt.number) }, selection)
}

/** Attempt by which a payer may be paying an order at a provider. Attempts at the desk do not count. */
export function findPayableAttempt(order: PaymentOrder, now: Instant): PaymentAttempt | undefined {
  const attempt = findOpenAttempt(order)
  if (attempt === undefined || isStaffReservation(attempt)) return undefined
  return toInstant(toMilliseconds(attempt.expiresAt) + GRACE_PERIOD_MS) <= now ? undefined : attempt
}

/** Mode of the account that an attempt uses. */
export function getAttemptMode(
  { attempts, mode }: Pick<PaymentOrder, 'attempts' | 'mode'>,
  attempt: number,
): PaymentMode {
  return attempts.find(({ number }: PaymentAttempt) => number === attempt)?.mode ?? mode
}

function isForAccount(
  { provider, mode }: Pick<PaymentAttempt, 'provider'> & Pick<AccountSelector, 'mode'>,
  selection: AccountSelector,
): boolean {
  return provider === selection.provider && mode === selection.mode
}
