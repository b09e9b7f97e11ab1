/** Months as the server asks for them, `2026-11`; it counts them in UTC. */
export function lastMonths(now: number, many: number): readonly string[] {
  const date = new Date(now)
  return Array.from({ length: many }, (_, ago) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
}

/** @returns the month that the address says, or the one that it is */
export function monthOf(said: string | undefined, now: number): string {
  const [current = ''] = lastMonths(now, 1)
  return said !== undefined && /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(said) ? said : current
}

export function monthText(month: string): string {
  return month.split('-').reverse().join('/')
}
