/**
 * Host names that are always accepted, for users at the machine itself and proxies that do not pass on the requested
 * Host.
 */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * True when the Host is one of this server's. Ignores ports, because proxies drop them.
 * @param origins URLs such as `https://forms.example.org`; empty: every Host is accepted
 */
export function isOwnDomain(host: string | undefined, origins: readonly string[]): boolean {
  if (host === undefined || origins.length === 0) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return OWN_MACHINE.includes(name) || origins.some((origin) => new URL(origin).hostname === name)
}
