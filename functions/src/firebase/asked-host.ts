/**
 * Whether a request came by a domain under which people use the installation. A function has a public address of its
 * own, beside Hosting: what comes there has passed none of what stands before it, and its pages would be another site
 * with the same data.
 *
 * | headers | answer |
 * |---|---|
 * | X-Forwarded-Host, which Hosting writes | whether it is a configured one |
 * | Host alone | whether it is a configured one |
 * | neither | no |
 *
 * A request made by hand can have both: limits by address count for the whole installation, too (limits/by-address.ts).
 *
 * @param origins `https://forms.example.org`
 */
export function isAskedByOwnName(headers: Headers, origins: readonly string[]): boolean {
  const asked = headers.get('x-forwarded-host') ?? headers.get('host')
  return asked !== null && origins.some((origin) => new URL(origin).host === asked.toLowerCase().trim())
}
