/** The client's address, appended by our proxies; left of it, its own word. @param proxies undefined: none believed */
export function forwardedAddress(header: string | null, proxies: number | undefined): string | undefined {
  if (header === null || proxies === undefined) return undefined
  const entries = header.split(',').map((entry) => entry.trim())
  const address = entries.at(-proxies)
  return address === undefined || address === '' ? undefined : address
}
