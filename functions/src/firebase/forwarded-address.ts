/**
 * The client's address, as added by our proxies; entries before it are the client's claim. @param proxies undefined:
 * none trusted
 */
export function forwardedAddress(header: string | null, proxies: number | undefined): string | undefined {
  if (header === null || proxies === undefined) return undefined
  const entries = header.split(',').map((entry) => entry.trim())
  const address = entries.at(-proxies)
  return address === undefined || address === '' ? undefined : address
}
