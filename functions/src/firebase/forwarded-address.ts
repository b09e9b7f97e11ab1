/** The client's network address behind proxies of ours, which append to it; what stands further left is the client's word. @param proxies undefined: none is believed */
export function forwardedAddress(header: string | null, proxies: number | undefined): string | undefined {
  if (header === null || proxies === undefined) return undefined
  const entries = header.split(',').map((entry) => entry.trim())
  const address = entries.at(-proxies)
  return address === undefined || address === '' ? undefined : address
}
