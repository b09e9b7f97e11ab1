/**
 * True when a request used one of the installation's domains. A function also has a public URL of its own, which
 * bypasses Hosting; with it, our pages would be a second site with the same data.
 *
 * | headers | result |
 * |---|---|
 * | X-Forwarded-Host, which Hosting writes | true if it is a configured domain |
 * | Host alone | true if it is a configured domain |
 * | neither | false |
 *
 * A forged request can have both headers, so limits by address also count for the whole installation
 * (limits/by-address.ts).
 *
 * @param origins URLs such as `https://forms.example.org`
 */
export function isRequestForOwnDomain(headers: Headers, origins: readonly string[]): boolean {
  const requested = headers.get('x-forwarded-host') ?? headers.get('host')
  return requested !== null && origins.some((origin) => new URL(origin).host === requested.toLowerCase().trim())
}
