import { Hono } from 'hono'

/** Received webhooks, in order of arrival. */
export type ReceivedPost = {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

export type WebhookReceiver = {
  readonly posts: readonly ReceivedPost[]
  /** the next webhook is accepted, but its reply is lost */
  loseReply(): void
  /** from now on every webhook gets this status */
  answerWith(status: number): void
}

/**
 * Simulates a receiver, by the contract in functions/src/connectors/webhooks/post.ts. It accepts everything; the sender
 * shows a signature, not a token.
 */
export function webhookReceiverStandIn(cut: (env: unknown) => void): {
  readonly app: Hono
  readonly receiver: WebhookReceiver
} {
  const posts: ReceivedPost[] = []
  let losesReply = false
  let status = 204
  const app = new Hono()
  app.post('/', async (c) => {
    const header = (name: string) => c.req.header(name) ?? ''
    posts.push({
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: await c.req.text(),
    })
    if (losesReply) {
      losesReply = false
      cut(c.env)
    }
    return new Response(null, { status })
  })
  return {
    app,
    receiver: {
      posts,
      loseReply: () => {
        losesReply = true
      },
      answerWith: (next) => {
        status = next
      },
    },
  }
}
