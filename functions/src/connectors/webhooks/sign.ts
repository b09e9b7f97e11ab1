import { createHmac } from 'node:crypto'

/**
 * `webhook-signature` of Standard Webhooks: signs id, timestamp and body, joined by full stops, once with each secret.
 * Written here because the package `standardwebhooks` brings a SHA-256 and a base64 that Node has.
 * @param seconds since 1970
 * @param secrets each `whsec_` and base64
 */
export function signatureOf(id: string, seconds: number, body: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}
