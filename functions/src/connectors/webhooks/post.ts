import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { WebhookTry } from '#domain/integrations/index.ts'
import type { OutsideDeps } from '../http.ts'
import { publicOnly, type PublicOnly, REFUSED } from './public-only.ts'
import { signatureOf } from './sign.ts'

export type WebhookSender = {
  accepts(url: string): boolean
  /**
   * `POST` the address with `webhook-id` (the same each time that this is sent), `webhook-timestamp` (seconds since
   * 1970, of this try) and `webhook-signature` (`v1,<base64>` of `id.timestamp.body`; two while a secret changes). 2xx:
   * taken; 410: the webhook is switched off; else tried again.
   */
  post(message: {
    readonly url: string
    readonly id: string
    readonly at: number
    readonly body: string
    readonly secrets: readonly string[]
  }): Promise<Pick<WebhookTry, 'status' | 'failure'>>
}

/** Reads WEBHOOKS_LOCAL: `1` allows local receivers; anything else does not. */
export function webhookSettingsFrom(environment: Readonly<Record<string, string | undefined>>): PublicOnly {
  return { allowsLocal: environment['WEBHOOKS_LOCAL'] === '1' }
}

/** For the whole try, until its status is there. */
const PATIENCE = 10_000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Posts messages to addresses that users have typed, so only public ones are reached: every address of a name is
 * checked at its look-up, and the connection goes to just these, whatever the name leads to a moment later. No
 * redirects; only the status of the reply is read. Through node:https, because `fetch` looks names up by itself.
 */
export function webhookSender(deps: Pick<OutsideDeps, 'timeout' | 'failed'>, settings: PublicOnly): WebhookSender {
  const { targetOf, lookup } = publicOnly(settings)
  return {
    accepts: (url) => targetOf(url) !== undefined,
    post({ url, id, at, body, secrets }) {
      const target = targetOf(url)
      if (target === undefined) return Promise.resolve({ failure: 'address-refused' })
      const seconds = Math.floor(at / 1000)
      const signal = deps.timeout(PATIENCE)
      return new Promise((settle) => {
        const ask = target.protocol === 'https:' ? overHttps : overHttp
        const sent = ask(target, {
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
            'webhook-signature': signatureOf(id, seconds, body, secrets),
          },
        })
        sent.once('response', (response) => {
          const status = response.statusCode ?? 0
          response.destroy()
          settle(status >= 200 && status < 300 ? { status } : { ...numbered(status), failure: 'status' })
        })
        // Says something new only after a 101 (another protocol), which ends with neither a reply nor an error.
        sent.once('close', () => settle({ failure: 'unreachable' }))
        // Stays: an error after the reply has settled must not end the server.
        sent.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== REFUSED) deps.failed({ system: 'webhook', why: `${error.name}: ${error.message}` })
          settle({ failure: error.code === REFUSED ? 'address-refused' : signal.aborted ? 'too-slow' : 'unreachable' })
        })
        sent.end(body)
      })
    },
  }
}

/** Of HTTP's numbers only: Node reads any three digits. */
function numbered(status: number): Pick<WebhookTry, 'status'> {
  return status >= 100 ? { status } : {}
}
