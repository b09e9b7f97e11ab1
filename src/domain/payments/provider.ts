import type { PaymentAccount, PaymentAttempt, PaymentFact, PaymentOrder, Refund } from './documents/order.ts'
import type { AnswerId, Result } from '../kernel/index.ts'

/** Whose money, and by which attempt. */
export type OfAttempt = {
  readonly account: PaymentAccount
  readonly order: PaymentOrder
  readonly attempt: PaymentAttempt
}

/** `paid`, `denied`: where the payer returns. `notify`: for webhooks, at providers that get it with each attempt. */
export type ReturnPages = { readonly paid: string; readonly denied: string; readonly notify: string }

/** What a webhook is about. null: it is genuine, and speaks of nothing that we know. */
export type WebhookNews = {
  readonly event: string
  readonly about: { readonly order: AnswerId; readonly attempt: number } | null
}

/** What a provider says. `isFinal` of a refusal: it stands, has understood and will not. */
export type Said<T> = Result<T> & { readonly isFinal?: boolean }

/** A webhook as it came: its signature is over these bytes. @param now milliseconds since 1970 */
export type WebhookPost = {
  readonly body: string
  readonly query: Readonly<Record<string, string>>
  readonly header: (name: string) => string | undefined
  readonly now: number
}

/**
 * Who takes money. A call may happen twice, with the same meaning; what is true is always asked for anew (`look`), and
 * an event says no more than that it is time to look. All refuse with payment.failed.
 */
export type PaymentProvider = {
  /** Begins an attempt there: the same one, where this was asked before. */
  open(of: OfAttempt, pages: ReturnPages): Promise<Said<{ readonly session: string; readonly url: string }>>
  /** All that the provider knows of an attempt with a session. */
  look(of: OfAttempt): Promise<Said<readonly PaymentFact[]>>
  /** Sees to it that the attempt cannot be paid, and says what is true then: paid just before, it is not closed. */
  close(of: OfAttempt): Promise<Said<readonly PaymentFact[]>>
  /** Gives money back, once for each key. */
  refund(
    of: {
      readonly account: PaymentAccount
      readonly order: PaymentOrder
      readonly refund: Refund
      readonly amount: number
    },
    key: string,
  ): Promise<Said<PaymentFact>>
  /** Refuses a webhook that none of the account's secrets has signed, or too long ago. */
  read(account: PaymentAccount, post: WebhookPost): Promise<Result<WebhookNews>>
}
export type PaymentProviders = { readonly [Name in PaymentAccount['provider']]: PaymentProvider }
