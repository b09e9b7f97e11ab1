/**
 * How long the replier asks to wait. `Retry-After` holds seconds or a date, read against the replier's clock if given.
 * @param now of this device, milliseconds since 1970-01-01 UTC; missing: a date without that clock says nothing
 * @returns milliseconds; undefined: nothing is said
 */
export function retryAfter(
  headers: { readonly get: (name: string) => string | null },
  now?: number,
): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const [date, theirs] = [Date.parse(text), Date.parse(headers.get('date') ?? '')]
  const from = Number.isNaN(theirs) ? now : theirs
  return Number.isNaN(date) || from === undefined ? undefined : Math.max(0, date - from)
}
