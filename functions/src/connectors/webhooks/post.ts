import { createHmac } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { WebhookTry } from '#domain/integrations/index.ts'
import type { ExternalSystemDeps } from '../http.ts'
import { restrictToPublicAddresses, type PublicAddressSettings, ADDRESS_REFUSED_CODE } from './public-only.ts'

type WebhookSender = {
  accepts(url: string): boolean
  /**
   * Posts to the address with the headers `webhook-id` (the same for each attempt), `webhook-timestamp` (of this
   * attempt, in seconds since 1970) and `webhook-signature` (`v1,<base64>` of `id.timestamp.body`; two while a secret
   * changes). 2xx: accepted; 410: the webhook is switched off; anything else is retried.
   */
  post(message: {
    readonly url: string
    readonly id: string
    readonly at: number
    readonly body: string
    readonly secrets: readonly string[]
  }): Promise<Pick<WebhookTry, 'status' | 'failure'>>
}

/** Reads WEBHOOKS_LOCAL. `1` allows local receivers. */
export function readWebhookSettings(environment: Readonly<Record<string, string | undefined>>): PublicAddressSettings {
  return { allowsLocal: environment['WEBHOOKS_LOCAL'] === '1' }
}

/** Timeout in milliseconds until the status of the reply is received. */
const REQUEST_TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Posts messages to addresses that users have entered. Only public addresses are allowed (`public-only.ts`). Does not
 * follow redirects, and reads only the status of the reply.
 */
export function createWebhookSender(
  deps: Pick<ExternalSystemDeps, 'timeout' | 'failed'>,
  settings: PublicAddressSettings,
): WebhookSender {
  const { targetOf, lookup } = restrictToPublicAddresses(settings)
  return {
    accepts: (url) => targetOf(url) !== undefined,
    post({ url, id, at, body, secrets }) {
      const target = targetOf(url)
      if (target === undefined) return Promise.resolve({ failure: 'address-refused' })
      const seconds = Math.floor(at / 1000)
      const signal = deps.timeout(REQUEST_TIMEOUT_MS)
      return new Promise((settle) => {
        const ask = target.protocol === 'https:' ? overHttps : overHttp
        const clientRequest = ask(target, {
          method: 'POST',
          agent: false,
          lookup,
          signal,
          maxHeaderSize: MAX_HEADER_BYTES,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Relevo',
            'webhook-id': id,
            'webhook-timestamp': String(seconds),
            'webhook-signature': signWebhook(id, seconds, body, secrets),
          },
        })
        clientRequest.once('response', (response) => {
          const status = response.statusCode ?? 0
          response.destroy()
          settle(status >= 200 && status < 300 ? { status } : { ...toStatusField(status), failure: 'status' })
        })
        // Handles a 101 (switching protocols), which ends with neither a reply nor an error.
        clientRequest.once('close', () => settle({ failure: 'unreachable' }))
        // Handles all errors, not only the first: one after the reply was received must not stop the server.
        clientRequest.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== ADDRESS_REFUSED_CODE)
            deps.failed({ system: 'webhook', why: `${error.name}: ${error.message}` })
          const failure = signal.aborted ? 'too-slow' : 'unreachable'
          settle({ failure: error.code === ADDRESS_REFUSED_CODE ? 'address-refused' : failure })
        })
        clientRequest.end(body)
      })
    },
  }
}

/** Returns the status unless it is below 100: Node accepts any three digits. */
function toStatusField(status: number): Pick<WebhookTry, 'status'> {
  return status >= 100 ? { status } : {}
}

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
