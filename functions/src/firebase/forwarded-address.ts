/**
 * The client's network address behind proxies of ours, each of which appends the address that it was asked from. What stands further left is the
 * client's own word.
 * @param proxies how many; undefined when nobody has said, and then no address is believed
 */
export function forwardedAddress(header: string | null, proxies: number | undefined): string | undefined {
  if (header === null || proxies === undefined) return undefined
  const entries = header.split(',').map((entry) => entry.trim())
  const address = entries.at(-proxies)
  return address === undefined || address === '' ? undefined : address
}
