import { lookup, type LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

/** Resolves a name to all its addresses. */
type Resolve = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** Timeout of a query to a name server in milliseconds; there are up to two queries. */
const LOOKUP_TIMEOUT_MS = 2_000

/** Resolves a name with the operating system, including its hosts file and local networks. */
function resolveBySystem(name: string, done: Parameters<Resolve>[1]): void {
  lookup(name, { all: true }, (error, addresses) => done(error, error === null ? addresses : []))
}

/**
 * Resolves names by asking name servers directly. The system's lookup cannot be aborted, and occupies one of Node's few
 * threads while a name server is slow; a few slow names would block all work on files and passwords.
 * @param servers for tests: the name servers to ask
 */
export function createNameResolver(servers?: readonly string[]): Resolve {
  async function found(name: string): Promise<readonly LookupAddress[]> {
    const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
  const asked = callbackify(found)
  return (name, done) =>
    asked(name, (error: NodeJS.ErrnoException | null, addresses) => done(error, error === null ? addresses : []))
}

export type PublicAddressSettings = {
  /**
   * allows also http, any port, and addresses of this machine and its networks, for tests, trials and receivers in the
   * server's own network
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
 * @returns `targetOf`, which parses a URL (undefined: refused); `lookup` for the request, which fails with
 * `ADDRESS_REFUSED_CODE`
 */
export function restrictToPublicAddresses(settings: PublicAddressSettings): {
  readonly targetOf: (text: string) => URL | undefined
  readonly lookup: LookupFunction
} {
  const { allowsLocal, resolve = allowsLocal ? resolveBySystem : createNameResolver() } = settings

  function isAllowed(address: string): boolean {
    return allowsLocal || isPublicAddress(address)
  }

  function parseTarget(text: string): URL | undefined {
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.username !== '' || url.password !== '') return undefined
    if (url.protocol !== 'https:' && !(allowsLocal && url.protocol === 'http:')) return undefined
    if (!allowsLocal && !ALLOWED_PORTS.has(url.port)) return undefined
    const host = stripBrackets(url)
    if (isIP(host) !== 0) return isAllowed(host) ? url : undefined
    // A name without a dot is a host of the server's own network.
    return allowsLocal || /\.[^.]+\.?$/.test(host) ? url : undefined
  }

  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, (error, addresses) => {
      const [first] = addresses
      if (error !== null || first === undefined) done(error ?? createAddressError(name), [])
      else if (!addresses.every(({ address }) => isAllowed(address))) done(createAddressError(name), [])
      else if (options.all === true) done(null, [...addresses])
      else done(null, first.address, first.family)
    })
  }

  return { targetOf: parseTarget, lookup }
}

/** Returns the host name, or the IP address without the brackets of a URL. */
function stripBrackets({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function createAddressError(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} leads to where nothing is posted`), { code: ADDRESS_REFUSED_CODE })
}
