/** How the next webhooks reach their receiver. `forged`: signed with another secret; `old`: signed an hour ago. */
export type Delivery = 'at-once' | 'lost' | 'twice' | 'forged' | 'old' | 'kept'

/** A provider's webhook: its bytes, and what is around them for the moment and the secret of its signature. */
export type Post = {
  readonly body: string
  /** @param seconds since 1970, of the signature @param secret that it is signed with */
  readonly sent: (seconds: number, secret: string) => { readonly query?: string; readonly headers: object }
}

export type Courier = {
  /** where webhooks are posted to; nothing is posted before */
  tell(url: string | (() => string)): void
  deliver(how: Delivery): void
  /** posts what was kept, the last first */
  release(): Promise<void>
  /** @returns the statuses that the receiver has replied with */
  readonly replies: readonly number[]
}

/** Carries webhooks as well or badly as asked. @param secret what signs them @param now milliseconds since 1970 */
export function courier(
  secret: string,
  now: () => number,
): Courier & { readonly carry: (post: Post) => Promise<void> } {
  const kept: Post[] = []
  const replies: number[] = []
  let [receiver, how]: [string | (() => string) | undefined, Delivery] = [undefined, 'at-once']

  async function post({ body, sent }: Post): Promise<void> {
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
    tell: (url) => {
      receiver = url
    },
    deliver: (next) => {
      how = next
    },
    release: async () => {
      how = 'at-once'
      for (const one of kept.splice(0).toReversed()) await post(one)
    },
    carry: async (one) => {
      if (how === 'lost') return
      if (how === 'kept') {
        kept.push(one)
        return
      }
      await post(one)
      if (how === 'twice') await post(one)
    },
  }
}

/** What of an attempt its page shows. */
export type OnPage = {
  readonly title: string
  /** as it is written, with its currency */
  readonly amount: string
  readonly isOpen: boolean
  /** where its payer goes on to */
  readonly paid: string
  readonly denied: string
}

/** A provider of payments: its payers' acts, and its own. Each is false for what cannot be done any more. */
export type ProviderStandIn = Courier & {
  /** what its page shows; undefined: no such attempt */
  onPage(id: string): OnPage | undefined
  /** what a payer does on the page */
  pay(id: string): Promise<boolean>
  refuse(id: string): Promise<boolean>
  /** pays by a method that takes days: `arrive` says what became of it */
  begin(id: string): Promise<boolean>
  arrive(id: string, isPaid: boolean): Promise<boolean>
  expire(id: string): Promise<boolean>
  /** money that was under way when its page was closed, and comes all the same */
  payLate(id: string): Promise<boolean>
  /** as on the provider's own pages, in the smallest unit */
  refund(id: string, amount: number): Promise<boolean>
  /** the latest refund of it does not come through after all: its money is here again */
  failRefund(id: string): Promise<boolean>
  /** its payer disputes it, or the dispute is decided; a dispute that was decided can be decided again */
  dispute(id: string, status: 'open' | 'won' | 'lost'): Promise<boolean>
  /** what was given back of it, in the smallest unit */
  refunds(id: string): readonly number[]
}
