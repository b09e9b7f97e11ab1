import type { PaymentAccount, PaymentAttempt, PaymentMode, PaymentOrder } from './documents/order.ts'
import { toInstant, toMilliseconds, type Instant } from '../kernel/index.ts'
import { isForStaff, openAttempt } from './facts.ts'

type Keys = Omit<PaymentAccount, 'former'>
type Which = Pick<PaymentAccount, 'provider' | 'mode'>

/**
 * Milliseconds past its end that an attempt keeps its account: its end is looked for within minutes, and a provider
 * that reports none must not bind a municipality for good.
 */
const GRACE = 24 * 3_600_000

/** The account and those that were connected before it, the newest first. */
export function accountsOf({ former = [], ...account }: PaymentAccount): readonly Keys[] {
  return [account, ...former]
}

/** That of a provider and mode, whether it is connected or was; undefined where it never was. */
export function accountFor(account: PaymentAccount | undefined, which: Which): Keys | undefined {
  return account === undefined ? undefined : accountsOf(account).find((one) => isOf(one, which))
}

/** An account in place of another, which stays among the former where it is of another provider or mode. */
export function replaced(before: PaymentAccount | undefined, next: PaymentAccount): PaymentAccount {
  const others = before === undefined ? [] : accountsOf(before).filter((one) => !isOf(one, next))
  const { former: _, ...account } = next
  return others.length === 0 ? account : { ...account, former: others }
}

/** Whether a payer may be paying an order by another account than this. */
export function isPaidElsewhere(order: PaymentOrder, which: Which, now: Instant): boolean {
  const attempt = attemptUnderWay(order, now)
  return attempt !== undefined && !isOf({ ...attempt, mode: modeOf(order, attempt.number) }, which)
}

/** The attempt by which a payer may be paying an order at a provider. Over the desk none takes the money. */
export function attemptUnderWay(order: PaymentOrder, now: Instant): PaymentAttempt | undefined {
  const attempt = openAttempt(order)
  if (attempt === undefined || isForStaff(attempt)) return undefined
  return toInstant(toMilliseconds(attempt.expiresAt) + GRACE) <= now ? undefined : attempt
}

/** Of the account that takes, or took, an attempt's money. */
export function modeOf({ attempts, mode }: Pick<PaymentOrder, 'attempts' | 'mode'>, attempt: number): PaymentMode {
  return attempts.find(({ number }: PaymentAttempt) => number === attempt)?.mode ?? mode
}

function isOf({ provider, mode }: Pick<PaymentAttempt, 'provider'> & Pick<Which, 'mode'>, which: Which): boolean {
  return provider === which.provider && mode === which.mode
}
