import { getDayBounds, isCalendarDay, toLocalDay } from '#domain/kernel/index.ts'

/**
 * URL parameters of a form's statistics. The list's filters have the same names as in the list. Days have the format
 * `2026-11-20`.
 */
export type StatisticsSearch = {
  readonly codigo?: string
  readonly autor?: string
  readonly dni?: string
  readonly estado?: string
  readonly dia?: string
  readonly desde?: string
  readonly hasta?: string
  readonly por?: string
  readonly espera?: string
  /** payment status: `pagado`, `pendiente`, `rechazado` */
  readonly pago?: string
  /** path of the area to include */
  readonly area?: string
  /** selected options, `question.option,question.option` */
  readonly opciones?: string
  /** a value of `COMPARED_PERIODS`, or the path of the area to compare with */
  readonly comparar?: string
  /** cross-table: keys of two questions and the total that is 100 %, such as `rows.columns.filas` */
  readonly cruce?: string
  /** position on the map */
  readonly zona?: string
}

/** Default number of days, including today (part 3, point 9). */
const FIRST_DAYS = 7

/**
 * Periods (part 3, point 9). Periods with a number of days or months end today. Exception: "One day" is yesterday, the
 * last complete day, because today has its own period. `month`: a calendar month, counted from the current month, which
 * ends today.
 */
export const PREDEFINED_PERIODS = [
  { key: 'today', days: 1 },
  { key: '1d', days: 1, ago: 1 },
  { key: '7d', days: FIRST_DAYS },
  { key: '15d', days: 15 },
  { key: '1m', months: 1 },
  { key: '3m', months: 3 },
  { key: '6m', months: 6 },
  { key: 'month', month: 0 },
  { key: 'lastMonth', month: -1 },
  { key: 'monthLastYear', month: -12 },
] as const
export type PredefinedPeriod = (typeof PREDEFINED_PERIODS)[number]

export type DayPeriod = { readonly desde: string; readonly hasta: string }

/**
 * @param now device clock, milliseconds
 * @param timeZone time zone of the municipality, which determines the current day; defaults to the device's
 */
export function computePeriodDays(period: PredefinedPeriod, now: number, timeZone?: string): DayPeriod {
  const last = (timeZone === undefined ? null : parseLocalDate(toLocalDay(now, timeZone))) ?? new Date(now)
  if ('month' in period) {
    const [year, month] = [last.getFullYear(), last.getMonth() + period.month]
    const end = period.month === 0 ? last : new Date(year, month + 1, 0)
    return { desde: formatDay(new Date(year, month, 1)), hasta: formatDay(end) }
  }
  if ('ago' in period) last.setDate(last.getDate() - period.ago)
  const first = new Date(last)
  if ('days' in period) first.setDate(first.getDate() - period.days + 1)
  else {
    moveMonths(first, -period.months)
    first.setDate(first.getDate() + 1)
  }
  return { desde: formatDay(first), hasta: formatDay(last) }
}

/** Moves a date by months. The 31st becomes the last day of a shorter month. */
function moveMonths(date: Date, months: number): void {
  const day = date.getDate()
  date.setMonth(date.getMonth() + months)
  if (date.getDate() !== day) date.setDate(0)
}

/**
 * The days selected in the URL; defaults to the last seven days. A missing start or end stays undefined.
 * @param timeZone as for `computePeriodDays`
 */
export function resolveDays(
  { dia, desde, hasta }: StatisticsSearch,
  now: number,
  timeZone?: string,
): Partial<DayPeriod> {
  if (dia !== undefined) return { desde: dia, hasta: dia }
  if (desde === undefined && hasta === undefined)
    return computePeriodDays({ key: '7d', days: FIRST_DAYS }, now, timeZone)
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) }
}

/**
 * The period of equal length directly before the given days, in months if they are whole months, otherwise in days.
 * Null if start or end is missing.
 */
export function computePreviousDays({ desde, hasta }: Partial<DayPeriod>): DayPeriod | null {
  const [from, to] = [parseLocalDate(desde), parseLocalDate(hasta)]
  if (from === null || to === null || to < from) return null
  const [first, last] = [new Date(from), new Date(from)]
  last.setDate(last.getDate() - 1)
  const months = countWholeMonths(from, to)
  if (months > 0) moveMonths(first, -months)
  else first.setDate(first.getDate() - Math.round((to.getTime() - from.getTime()) / DAY) - 1)
  return { desde: formatDay(first), hasta: formatDay(last) }
}

/** Earlier periods to compare with: directly before, one month earlier, and one year earlier. */
export const COMPARED_PERIODS = ['si', 'mes', 'ano'] as const
export type ComparedPeriod = (typeof COMPARED_PERIODS)[number]

/** The compared period; null if the given period lacks its start or end, or if both periods overlap. */
export function computeComparedDays(compared: ComparedPeriod, days: Partial<DayPeriod>): DayPeriod | null {
  const before = computePreviousDays(days)
  if (compared === 'si' || before === null) return before
  const earlier = moveDaysBack(days, compared === 'mes' ? 1 : 12)
  return earlier !== null && earlier.hasta <= before.hasta ? earlier : null
}

/** The days moved back by a number of months. Whole months stay whole months. */
function moveDaysBack({ desde, hasta }: Partial<DayPeriod>, months: number): DayPeriod | null {
  const [from, to] = [parseLocalDate(desde), parseLocalDate(hasta)]
  if (from === null || to === null) return null
  const isWhole = countWholeMonths(from, to) > 0 && from.getDate() === 1
  const [first, last] = [new Date(from), new Date(to)]
  moveMonths(first, -months)
  moveMonths(last, -months)
  if (isWhole) last.setMonth(last.getMonth() + 1, 0)
  return { desde: formatDay(first), hasta: formatDay(last) }
}

/** The day at an index in a period, from 0. */
export function getPeriodDay({ desde }: DayPeriod, index: number): string {
  const day = parseLocalDate(desde) ?? new Date(0)
  day.setDate(day.getDate() + index)
  return formatDay(day)
}

/** Number of days in a period. */
export function countDays({ desde, hasta }: DayPeriod): number {
  const [from, to] = [parseLocalDate(desde), parseLocalDate(hasta)]
  return from === null || to === null ? 0 : Math.round((to.getTime() - from.getTime()) / DAY) + 1
}

/** Total that is 100 % in a cross-table: none, that of the row, or that of the column. */
const CROSS_SHARES = ['', 'filas', 'columnas'] as const
export type CrossShare = (typeof CROSS_SHARES)[number]

/** Questions and share of the cross-table in the URL. */
export function parseCrossTableParam(cruce = '') {
  const [rows = '', columns = '', base] = cruce.split('.')
  const share = CROSS_SHARES.find((value) => value === base) ?? ''
  const crossed = `${rows}.${columns}`
  return { rows, columns, share, crossed: /^[0-9a-z]{1,11}\.[0-9a-z]{1,11}$/.test(crossed) ? crossed : undefined }
}

/** The number of whole months between two days as created by `computePeriodDays`; 0 if they are not whole months. */
function countWholeMonths(from: Date, to: Date): number {
  const end = new Date(to)
  end.setDate(end.getDate() + 1)
  const months = (end.getFullYear() - from.getFullYear()) * 12 + end.getMonth() - from.getMonth()
  return end.getDate() === from.getDate() ? months : 0
}

/** Adds an option to the URL parameter, or removes it. */
export function togglePickedOption(opciones: string | undefined, pick: string): string {
  const picked = parsePickedOptions(opciones)
  const rest = [...picked].filter((item) => item !== pick)
  return (picked.has(pick) ? rest : [...rest, pick]).join(',')
}

/** Selects only this option of its question, keeping the options of other questions. */
export function pickOnlyOption(opciones: string | undefined, question: string, option: string): string {
  const others = [...parsePickedOptions(opciones)].filter((item) => !item.startsWith(`${question}.`))
  return [...others, `${question}.${option}`].join(',')
}

/**
 * Selects the options of a cross-table's cell, keeping the options of other questions. Undefined if an answer would
 * have to have two options of one question, because options of one question are alternatives in a filter.
 */
export function pickCellOptions(
  opciones: string | undefined,
  picked: readonly (readonly [question: string, option: string])[],
): string | undefined {
  const selected = [...parsePickedOptions(opciones)]
  const isPossible = picked.every(([question, option]) => {
    const others = picked.some(([other, another]) => other === question && another !== option)
    const own = selected.filter((item) => item.startsWith(`${question}.`))
    return !others && (own.length === 0 || own.includes(`${question}.${option}`))
  })
  if (!isPossible) return undefined
  return picked.reduce((all, [question, option]) => pickOnlyOption(all, question, option), opciones ?? '')
}

export function parsePickedOptions(opciones: string | undefined): ReadonlySet<string> {
  return new Set(opciones === undefined || opciones === '' ? [] : opciones.split(','))
}

/**
 * First and last moment of the days.
 * @param timeZone time zone of the municipality; until it is known, that of the device
 */
export function toInstantRange({ desde = '', hasta = '' }: Partial<DayPeriod>, timeZone = getDeviceTimeZone()) {
  return {
    ...(isCalendarDay(desde) && { startDate: getDayBounds(desde, timeZone).first }),
    ...(isCalendarDay(hasta) && { endDate: getDayBounds(hasta, timeZone).last }),
  }
}

/** URL parameters for the same days in the list, which uses the time zone of the device unless `huso` names another. */
export function toListDayParams(
  days: Partial<DayPeriod>,
  timeZone: string,
): Partial<DayPeriod> & { readonly huso?: string } {
  // Without days, compares January and July to find out whether the time zones differ, for links of single days.
  const known =
    isCalendarDay(days.desde ?? '') || isCalendarDay(days.hasta ?? '')
      ? days
      : { desde: '2026-01-01', hasta: '2026-07-01' }
  const [own, shown] = [toInstantRange(known), toInstantRange(known, timeZone)]
  const isSame = own.startDate === shown.startDate && own.endDate === shown.endDate
  return isSame ? days : { ...days, huso: timeZone }
}

function getDeviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

const DAY = 86_400_000

/** A day at noon, so that a change to or from summer time does not change the day. */
function parseLocalDate(day: string | undefined): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '')) return null
  const date = new Date(`${day}T12:00:00.000`)
  return Number.isNaN(date.getTime()) ? null : date
}

function formatDay(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
