/** How the next webhooks are delivered. `forged`: signed with another secret; `old`: signed an hour ago. */
export type DeliveryMode = 'at-once' | 'lost' | 'twice' | 'forged' | 'old' | 'kept'

/** A provider's webhook: its body, and a function for the query and headers of a signature. */
export type SignableWebhook = {
  readonly body: string
  /** @param seconds time of the signature since 1970 @param secret signing secret */
  readonly sent: (seconds: number, secret: string) => { readonly query?: string; readonly headers: object }
}

export type WebhookCourier = {
  /** sets the URL for webhooks; before this call, none are posted */
  setWebhookUrl(url: string | (() => string)): void
  deliver(how: DeliveryMode): void
  /** posts the kept webhooks, the last first */
  release(): Promise<void>
  /** statuses of the receiver's replies, in order */
  readonly replies: readonly number[]
}

/** Delivers webhooks in the chosen way. @param secret signing secret @param now milliseconds since 1970 */
export function createWebhookCourier(
  secret: string,
  now: () => number,
): WebhookCourier & { readonly dispatch: (post: SignableWebhook) => Promise<void> } {
  const keptPosts: SignableWebhook[] = []
  const replies: number[] = []
  let [receiver, how]: [string | (() => string) | undefined, DeliveryMode] = [undefined, 'at-once']

  async function post({ body, sent }: SignableWebhook): Promise<void> {
    if (receiver === undefined) return
    const seconds = Math.floor(now() / 1000) - (how === 'old' ? 3600 : 0)
    const { query = '', headers } = sent(seconds, how === 'forged' ? 'another-secret' : secret)
    const all = { 'content-type': 'application/json', ...headers }
    const address = typeof receiver === 'string' ? receiver : receiver()
    const reply = await fetch(address + query, { method: 'POST', headers: all, body })
    await reply.body?.cancel()
    replies.push(reply.status)
  }

  return {
    replies,
    setWebhookUrl: (url) => {
      receiver = url
    },
    deliver: (next) => {
      how = next
    },
    release: async () => {
      how = 'at-once'
      for (const signablePost of keptPosts.splice(0).toReversed()) await post(signablePost)
    },
    dispatch: async (signablePost) => {
      if (how === 'lost') return
      if (how === 'kept') {
        keptPosts.push(signablePost)
        return
      }
      await post(signablePost)
      if (how === 'twice') await post(signablePost)
    },
  }
}

/** Data of a payment attempt for the payment page. */
export type PaymentPageData = {
  readonly title: string
  /** formatted, with its currency */
  readonly amount: string
  readonly isOpen: boolean
  /** URLs where the payer continues */
  readonly paid: string
  readonly denied: string
}

/**
 * A simulated payment provider: actions of payers and of the provider. Each returns false when it is no longer
 * possible.
 */
export type ProviderStandIn = WebhookCourier & {
  /** an attempt's data for the payment page; undefined: no such attempt */
  onPage(id: string): PaymentPageData | undefined
  /** actions of a payer on the page */
  pay(id: string): Promise<boolean>
  refuse(id: string): Promise<boolean>
  /** pays by a slow method; `arrive` sets the outcome */
  begin(id: string): Promise<boolean>
  arrive(id: string, isPaid: boolean): Promise<boolean>
  expire(id: string): Promise<boolean>
  /** completes a payment that was in progress when the page was closed */
  payLate(id: string): Promise<boolean>
  /** refunds as on the provider's own pages; amount in the smallest currency unit */
  refund(id: string, amount: number): Promise<boolean>
  /** the latest refund fails after it has succeeded */
  failRefund(id: string): Promise<boolean>
  /** opens or decides a dispute of the payer; a decided dispute can be decided again */
  dispute(id: string, status: 'open' | 'won' | 'lost'): Promise<boolean>
  /** amounts of the refunds, in the smallest currency unit */
  refunds(id: string): readonly number[]
}
