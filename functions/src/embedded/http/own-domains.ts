/** For a user at the machine itself, or a proxy that does not pass on the requested Host. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * True when the Host is this server's; ports are ignored, because proxies drop them. @param origins
 * `https://forms.example.org`; empty: any
 */
export function isOwnDomain(host: string | undefined, origins: readonly string[]): boolean {
  if (host === undefined || origins.length === 0) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return OWN_MACHINE.includes(name) || origins.some((origin) => new URL(origin).hostname === name)
}
