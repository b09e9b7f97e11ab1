/**
 * Returns the client's address from X-Forwarded-For. Only the last entries are from our proxies; earlier ones may be
 * forged.
 * @param proxies number of our proxies; undefined: none, so no address is known
 */
export function readForwardedAddress(header: string | null, proxies: number | undefined): string | undefined {
  if (header === null || proxies === undefined) return undefined
  const entries = header.split(',').map((entry) => entry.trim())
  const address = entries.at(-proxies)
  return address === undefined || address === '' ? undefined : address
}
