import { FIRST_DAY, LAST_DAY, ok, refuse, visibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'

const TYPED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const TYPED_AT_ONCE = /^(\d{2})(\d{2})(\d{4})$/
const CANONICAL = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Typed as DD/MM/YYYY (the slashes may be left out), kept as YYYY-MM-DD. A day that no calendar has is refused, and in
 * the field also a day outside `FIRST_DAY` to `LAST_DAY`. `check` accepts those: earlier releases stored them.
 */
export const dateCodec: DataCodec = {
  holds: 'date',
  parse: (typed) => {
    const text = visibleText(typed)
    if (text === '') return ok('')
    const [whole, day = '', month = '', year = ''] = TYPED.exec(text) ?? TYPED_AT_ONCE.exec(text) ?? []
    if (whole === undefined) return refuse('value.date')
    const canonical = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (!isDay(canonical)) return refuse('value.no-such-day')
    return canonical >= FIRST_DAY && canonical <= LAST_DAY ? ok(canonical) : refuse('value.year')
  },
  format: (canonical) => {
    const [, year, month, day] = CANONICAL.exec(canonical) ?? []
    return year === undefined ? canonical : `${day}/${month}/${year}`
  },
  check: (canonical) => {
    if (canonical === '' || isDay(canonical)) return ok(undefined)
    // A field keeps what it could not parse as it was typed; the reason is the parser's.
    const typed = dateCodec.parse(canonical)
    return typed.ok ? refuse('value.date') : typed
  },
}

function isDay(canonical: string): boolean {
  const [, year = '', month = '', day = ''] = CANONICAL.exec(canonical) ?? []
  const days = daysOf(Number(year), Number(month))
  return Number(year) >= 1 && Number(day) >= 1 && Number(day) <= days
}

/** @returns days of that month in the Gregorian calendar, 0 for a month that does not exist */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30
  return month >= 1 && month <= 12 ? 31 : 0
}
