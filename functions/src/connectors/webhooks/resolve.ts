import { lookup, type LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { callbackify } from 'node:util'

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, found: readonly LookupAddress[]) => void,
) => void

/** Timeout of a query to a name server in milliseconds; there are up to two queries. */
const LOOKUP_TIMEOUT_MS = 2_000

/** Resolves a name with the operating system, including its hosts file and local networks. */
export function resolveBySystem(name: string, done: Parameters<Resolve>[1]): void {
  lookup(name, { all: true }, (error, found) => done(error, error === null ? found : []))
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
