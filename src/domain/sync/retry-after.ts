/**
 * Returns the wait that a reply requests. `Retry-After` contains seconds or a date; a date is compared with the reply's
 * `Date` header if present.
 * @param now device clock, milliseconds since 1970-01-01 UTC; without it, a date needs the `Date` header
 * @returns milliseconds; undefined if the reply requests no wait
 */
export function parseRetryAfter(
  headers: { readonly get: (name: string) => string | null },
  now?: number,
): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const [date, theirs] = [Date.parse(text), Date.parse(headers.get('date') ?? '')]
  const from = Number.isNaN(theirs) ? now : theirs
  return Number.isNaN(date) || from === undefined ? undefined : Math.max(0, date - from)
}
