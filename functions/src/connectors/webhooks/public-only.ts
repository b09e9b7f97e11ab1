import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from './public-address.ts'
import { byNameServers, bySystem, type Resolve } from './resolve.ts'

export type PublicOnly = {
  /** also http, and addresses of this machine and its networks: for tests, trials, and receivers beside the server */
  readonly allowsLocal: boolean
  /** tests: where names lead */
  readonly resolve?: Resolve
}

/** Of what is on the internet; a port of something else (mail, a shell, a database) is not asked. Empty is 443. */
const PORTS: ReadonlySet<string> = new Set(['', '8443'])
export const REFUSED = 'ERR_ADDRESS_REFUSED'

/**
 * Keeps a request to an address that others have written from what is not public: every address of a name is checked at
 * its look-up, and the connection goes to just these, whatever the name leads to a moment later. For node:http and
 * node:https, because `fetch` looks names up by itself.
 * @returns where a text leads, undefined for a refused one; and the request's look-up, which fails with `REFUSED`
 */
export function publicOnly(settings: PublicOnly): {
  readonly targetOf: (text: string) => URL | undefined
  readonly lookup: LookupFunction
} {
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

  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, (error, found) => {
      const [first] = found
      if (error !== null || first === undefined) done(error ?? refusal(name), [])
      else if (!found.every(({ address }) => isAllowed(address))) done(refusal(name), [])
      else if (options.all === true) done(null, [...found])
      else done(null, first.address, first.family)
    })
  }

  return { targetOf, lookup }
}

/** A name, or an IP address without the brackets that it has in a URL. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function refusal(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} leads to where nothing is posted`), { code: REFUSED })
}
