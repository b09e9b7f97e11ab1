import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from './public-address.ts'
import { createNameResolver, resolveBySystem, type Resolve } from './resolve.ts'

export type PublicAddressSettings = {
  /**
   * allows also http, and addresses of this machine and its networks, for tests, trials and receivers beside the server
   */
  readonly allowsLocal: boolean
  /** for tests: replaces the name lookup */
  readonly resolve?: Resolve
}

/** Allowed ports of web servers, not of mail, shells or databases. The empty text is 443. */
const ALLOWED_PORTS: ReadonlySet<string> = new Set(['', '8443'])
export const ADDRESS_REFUSED_CODE = 'ERR_ADDRESS_REFUSED'

/**
 * Restricts requests to public addresses, for URLs that users enter. Checks all addresses of a name when it is
 * resolved, and the connection uses exactly these. For node:http and node:https, because `fetch` resolves names itself.
 * @returns `parseTarget`, which parses a URL (undefined: refused); `lookup` for the request, which fails with
 * `ADDRESS_REFUSED_CODE`
 */
export function restrictToPublic(settings: PublicAddressSettings): {
  readonly targetOf: (text: string) => URL | undefined
  readonly lookup: LookupFunction
} {
  const { allowsLocal, resolve = allowsLocal ? resolveBySystem : createNameResolver() } = settings

  function isAllowed(address: string): boolean {
    return allowsLocal || isPublic(address)
  }

  function parseTarget(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.username !== '' || url.password !== '') return undefined
    if (url.protocol !== 'https:' && !(allowsLocal && url.protocol === 'http:')) return undefined
    if (!allowsLocal && !ALLOWED_PORTS.has(url.port)) return undefined
    const host = bareHost(url)
    if (isIP(host) !== 0) return isAllowed(host) ? url : undefined
    // A name without a dot is a host of the server's own network.
    return allowsLocal || /\.[^.]+\.?$/.test(host) ? url : undefined
  }

  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, (error, found) => {
      const [first] = found
      if (error !== null || first === undefined) done(error ?? createAddressError(name), [])
      else if (!found.every(({ address }) => isAllowed(address))) done(createAddressError(name), [])
      else if (options.all === true) done(null, [...found])
      else done(null, first.address, first.family)
    })
  }

  return { targetOf: parseTarget, lookup }
}

/** Returns the host name, or the IP address without the brackets of a URL. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function createAddressError(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} leads to where nothing is posted`), { code: ADDRESS_REFUSED_CODE })
}
