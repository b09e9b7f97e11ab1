import type { PaymentAccount, PaymentAttempt, PaymentFact, PaymentOrder, Refund } from './documents/order.ts'
import type { AnswerId, Result } from '../kernel/index.ts'

/** Attempt with its order and account. */
export type AttemptContext = {
  readonly account: PaymentAccount
  readonly order: PaymentOrder
  readonly attempt: PaymentAttempt
}

/**
 * `paid`, `denied`: pages that the payer returns to. `notify`: address for webhooks, which some providers receive with
 * each attempt.
 */
export type ProviderCallbackUrls = { readonly paid: string; readonly denied: string; readonly notify: string }

/** Subject of a webhook. `about` is null if the webhook is genuine but about nothing that this installation knows. */
export type WebhookSubject = {
  readonly event: string
  readonly about: { readonly order: AnswerId; readonly attempt: number } | null
}

/** Reply of a provider. `isFinal`: the refusal will not change if the call is repeated. */
export type ProviderReply<T> = Result<T> & { readonly isFinal?: boolean }

/** Webhook as received; the signature covers these bytes. `now`: milliseconds since 1970. */
export type RawWebhook = {
  readonly body: string
  readonly query: Readonly<Record<string, string>>
  readonly header: (name: string) => string | undefined
  readonly now: number
}

/**
 * Payment provider. Calls are idempotent. The current state is always queried (`look`); webhooks only trigger the
 * query. All calls refuse with payment.failed.
 */
export type PaymentProvider = {
  /** Starts an attempt at the provider. Idempotent: a repeated call returns the same session. */
  open(
    attempt: AttemptContext,
    pages: ProviderCallbackUrls,
  ): Promise<ProviderReply<{ readonly session: string; readonly url: string }>>
  /** Returns all facts that the provider has about an attempt with a session. */
  look(attempt: AttemptContext): Promise<ProviderReply<readonly PaymentFact[]>>
  /**
   * Prevents further payment of an attempt and returns its facts. An attempt that was paid just before is not closed.
   */
  close(attempt: AttemptContext): Promise<ProviderReply<readonly PaymentFact[]>>
  /** Refunds money. Idempotent by `key`. */
  refund(
    of: {
      readonly account: PaymentAccount
      readonly order: PaymentOrder
      readonly refund: Refund
      readonly amount: number
    },
    key: string,
  ): Promise<ProviderReply<PaymentFact>>
  /** Refuses a webhook that is not signed with the account's secrets or is too old. */
  read(account: PaymentAccount, post: RawWebhook): Promise<Result<WebhookSubject>>
}
export type PaymentProviders = { readonly [Name in PaymentAccount['provider']]: PaymentProvider }
