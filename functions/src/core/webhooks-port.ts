import type { WebhookTry } from '#domain/integrations/index.ts'

/** Sends events to the systems that subscribed to them. */
export type WebhookPort = {
  /** whether the URL may be posted to; its host name is resolved again for each post */
  accepts(url: string): boolean
  /**
   * Posts within a time limit. Never throws.
   * @param message `at` in milliseconds; signed with each of `secrets`
   */
  post(message: WebhookPost): Promise<Pick<WebhookTry, 'status' | 'failure'>>
}
type WebhookPost = {
  readonly url: string
  readonly id: string
  readonly at: number
  readonly body: string
  readonly secrets: readonly string[]
}
