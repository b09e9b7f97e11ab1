import { createHmac } from 'node:crypto'

/**
 * Returns the `webhook-signature` of Standard Webhooks. It signs id, timestamp and body, joined by full stops, once
 * with each secret. The package `standardwebhooks` is not used, because it contains a SHA-256 and a base64 that Node
 * has.
 * @param seconds timestamp, in seconds since 1970
 * @param secrets each is `whsec_` and base64
 */
export function signWebhook(id: string, seconds: number, body: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}
