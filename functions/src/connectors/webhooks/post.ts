import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookTry } from '#domain/documents/index.ts'
import type { OutsideDeps } from '../http.ts'
import { isPublic } from './public-address.ts'
import { byNameServers, bySystem, type Resolve } from './resolve.ts'
import { signatureOf } from './sign.ts'

export type WebhookSender = {
  accepts(url: string): boolean
  post(message: {
    readonly url: string
    readonly id: string
    readonly at: number
    readonly body: string
    readonly secrets: readonly string[]
  }): Promise<Pick<WebhookTry, 'status' | 'failure'>>
}

export type WebhookSettings = {
  /** also http, and addresses of this machine and its networks: for tests and trials, and where receivers stand beside the server */
  readonly allowsLocal: boolean
  /** tests: where names lead */
  readonly resolve?: Resolve
}

/** Reads WEBHOOKS_LOCAL: `1` allows local receivers; anything else does not. */
export function webhookSettingsFrom(environment: Readonly<Record<string, string | undefined>>): WebhookSettings {
  return { allowsLocal: environment['WEBHOOKS_LOCAL'] === '1' }
}

/** For the whole try, until its status is there. */
const PATIENCE = 10_000
const MAX_HEADER_BYTES = 16 * 1024
/** Of receivers on the internet. A message to a port of something else (mail, a shell, a database) is no webhook. The empty text is 443. */
const PORTS: ReadonlySet<string> = new Set(['', '8443'])
const REFUSED = 'ERR_ADDRESS_REFUSED'

/**
 * Posts messages to receivers whose addresses people have typed. So nothing is reached that is not public: every address that a name leads to is looked at when it is looked up, and the connection
 * goes to just these, so that a name that leads elsewhere a moment later leads nowhere. No redirects; of the reply, the status is read and nothing else. Through node:https, because `fetch`
 * looks names up by itself.
 */
export function webhookSender(deps: Pick<OutsideDeps, 'timeout' | 'failed'>, settings: WebhookSettings): WebhookSender {
  const { allowsLocal, resolve = allowsLocal ? bySystem : byNameServers() } = settings

  function isAllowed(address: string): boolean {
    return allowsLocal || isPublic(address)
  }

  function targetOf(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.username !== '' || url.password !== '') return undefined
    if (url.protocol !== 'https:' && !(allowsLocal && url.protocol === 'http:')) return undefined
    if (!allowsLocal && !PORTS.has(url.port)) return undefined
    const host = hostOf(url)
    if (isIP(host) !== 0) return isAllowed(host) ? url : undefined
    // A name without a dot is one of the network that the server stands in.
    return allowsLocal || /\.[^.]+\.?$/.test(host) ? url : undefined
  }

  const guarded: LookupFunction = (name, options, done) => {
    resolve(name, (error, found) => {
      const [first] = found
      if (error !== null || first === undefined) done(error ?? refusal(name), [])
      else if (!found.every(({ address }) => isAllowed(address))) done(refusal(name), [])
      else if (options.all === true) done(null, [...found])
      else done(null, first.address, first.family)
    })
  }

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
          lookup: guarded,
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
        // After every other end it says nothing new. A receiver that wants to speak another protocol (101) ends without any: neither a reply nor an error.
        sent.once('close', () => settle({ failure: 'unreachable' }))
        // Stays: what comes after the reply has settled is nobody's concern, and must not end the server.
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

/** A name, or an IP address without the brackets that it has in a URL. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function refusal(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} leads to where nothing is posted`), { code: REFUSED })
}
