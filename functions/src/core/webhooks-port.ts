import type { WebhookTry } from '#domain/integrations/index.ts'

/** Posts to other systems the events that they asked for. */
export type Webhooks = {
  /** whether it would post there at all; where a name leads is looked up each time that something is posted */
  accepts(url: string): boolean
  /** Within a bounded time. Never throws. @param message `at` in milliseconds; signed with each of the secrets */
  post(message: WebhookPost): Promise<Pick<WebhookTry, 'status' | 'failure'>>
}
export type WebhookPost = {
  readonly url: string
  readonly id: string
  readonly at: number
  readonly body: string
  readonly secrets: readonly string[]
}
