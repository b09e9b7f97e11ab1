import { MIN_DATE, MAX_DATE, ok, refuse, getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'

const TYPED_DATE_PATTERN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const UNSEPARATED_DATE_PATTERN = /^(\d{2})(\d{2})(\d{4})$/
const CANONICAL = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Date, typed as DD/MM/YYYY (slashes optional) and stored as YYYY-MM-DD. Refuses invalid dates. `parse` also refuses
 * dates outside `MIN_DATE` to `MAX_DATE`; `check` accepts them, because earlier releases stored them.
 */
export const dateCodec: DataCodec = {
  holds: 'date',
  parse: (typed) => {
    const text = getVisibleText(typed)
    if (text === '') return ok('')
    const [fullText, day = '', month = '', year = ''] =
      TYPED_DATE_PATTERN.exec(text) ?? UNSEPARATED_DATE_PATTERN.exec(text) ?? []
    if (fullText === undefined) return refuse('value.date')
    const canonical = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (!isDay(canonical)) return refuse('value.no-such-day')
    return canonical >= MIN_DATE && canonical <= MAX_DATE ? ok(canonical) : refuse('value.year')
  },
  format: (canonical) => {
    const [, year, month, day] = CANONICAL.exec(canonical) ?? []
    return year === undefined ? canonical : `${day}/${month}/${year}`
  },
  check: (canonical) => {
    if (canonical === '' || isDay(canonical)) return ok(undefined)
    // Form fields keep an invalid date as it was typed, so `parse` gives the reason.
    const typed = dateCodec.parse(canonical)
    return typed.ok ? refuse('value.date') : typed
  },
}

function isDay(canonical: string): boolean {
  const [, year = '', month = '', day = ''] = CANONICAL.exec(canonical) ?? []
  const days = countMonthDays(Number(year), Number(month))
  return Number(year) >= 1 && Number(day) >= 1 && Number(day) <= days
}

/** Returns the number of days of a month in the Gregorian calendar, 0 for an invalid month */
function countMonthDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30
  return month >= 1 && month <= 12 ? 31 : 0
}
