import { toInstant, type Instant } from '#domain/kernel/index.ts'

/** The address of a form's statistics: its list's filters by name, and this page's own. Days are `2026-11-20`. */
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
  /** `pagado`, `pendiente`, `rechazado` */
  readonly pago?: string
  /** the area that alone counts, as a path */
  readonly area?: string
  /** options that were clicked on, `question.option,question.option` */
  readonly opciones?: string
  /** `si`: compared with the days before; otherwise the path of the area that it is compared with */
  readonly comparar?: string
  /** where the user is on the map */
  readonly zona?: string
}

/** Part 3, point 9: the number of days that are shown at first, today included. */
const FIRST_DAYS = 7

/**
 * Part 3, point 9. A period has exactly as many days or months as its name says, and ends today. One day is the last
 * whole day, yesterday: as a day that ends today it would be `today`.
 */
export const PERIODS = [
  { key: 'today', days: 1 },
  { key: '1d', days: 1, ago: 1 },
  { key: '7d', days: FIRST_DAYS },
  { key: '15d', days: 15 },
  { key: '1m', months: 1 },
  { key: '3m', months: 3 },
  { key: '6m', months: 6 },
] as const
export type Period = (typeof PERIODS)[number]

export type Days = { readonly desde: string; readonly hasta: string }

/** @param now milliseconds of this device's clock; days are those of its reader, as in the list */
export function daysOf(period: Period, now: number): Days {
  const last = new Date(now)
  if ('ago' in period) last.setDate(last.getDate() - period.ago)
  const first = new Date(last)
  if ('days' in period) first.setDate(first.getDate() - period.days + 1)
  else {
    moveMonths(first, -period.months)
    first.setDate(first.getDate() + 1)
  }
  return { desde: writtenDay(first), hasta: writtenDay(last) }
}

/** The 31st of a month that has none becomes its last day. */
function moveMonths(date: Date, months: number): void {
  const day = date.getDate()
  date.setMonth(date.getMonth() + months)
  if (date.getDate() !== day) date.setDate(0)
}

/** The days that the address means: where it says none, the last seven. An end that is open stays open. */
export function shownDays({ dia, desde, hasta }: StatisticsSearch, now: number): Partial<Days> {
  if (dia !== undefined) return { desde: dia, hasta: dia }
  if (desde === undefined && hasta === undefined) return daysOf({ key: '7d', days: FIRST_DAYS }, now)
  return { ...(desde !== undefined && { desde }), ...(hasta !== undefined && { hasta }) }
}

/**
 * The period right before these days; null where an end is open. Whole months are compared with as many whole months,
 * other days with as many days.
 */
export function daysBefore({ desde, hasta }: Partial<Days>): Days | null {
  const [from, to] = [momentOf(desde), momentOf(hasta)]
  if (from === null || to === null || to < from) return null
  const [first, last] = [new Date(from), new Date(from)]
  last.setDate(last.getDate() - 1)
  const months = monthsIn(from, to)
  if (months > 0) moveMonths(first, -months)
  else first.setDate(first.getDate() - Math.round((to.getTime() - from.getTime()) / DAY) - 1)
  return { desde: writtenDay(first), hasta: writtenDay(last) }
}

/** The number of whole months from a day to the last one, as `daysOf` makes them; 0: these are no whole months. */
function monthsIn(from: Date, to: Date): number {
  const end = new Date(to)
  end.setDate(end.getDate() + 1)
  const months = (end.getFullYear() - from.getFullYear()) * 12 + end.getMonth() - from.getMonth()
  return end.getDate() === from.getDate() ? months : 0
}

/** The address with an option picked, or taken back. */
export function withOption(opciones: string | undefined, pick: string): string {
  const picked = pickedOf(opciones)
  const rest = [...picked].filter((one) => one !== pick)
  return (picked.has(pick) ? rest : [...rest, pick]).join(',')
}

/** What a bar of a question's chart counts: it alone of its question, and what was picked of others. */
export function onlyOption(opciones: string | undefined, question: string, option: string): string {
  const others = [...pickedOf(opciones)].filter((one) => !one.startsWith(`${question}.`))
  return [...others, `${question}.${option}`].join(',')
}

export function pickedOf(opciones: string | undefined): ReadonlySet<string> {
  return new Set(opciones === undefined || opciones === '' ? [] : opciones.split(','))
}

/** A day begins and ends where its reader is, as in the list. */
export function endsOf(days: Partial<Days>): { readonly startDate?: Instant; readonly endDate?: Instant } {
  const [from, to] = [instantOf(days.desde, '00:00:00.000'), instantOf(days.hasta, '23:59:59.999')]
  return { ...(from !== undefined && { startDate: from }), ...(to !== undefined && { endDate: to }) }
}

const DAY = 86_400_000

function instantOf(day: string | undefined, time: string): Instant | undefined {
  const moment = momentOf(day, time)
  return moment === null ? undefined : toInstant(moment.getTime())
}

/** @param time at noon, no change of clocks makes another day of it */
function momentOf(day: string | undefined, time = '12:00:00.000'): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '')) return null
  const date = new Date(`${day}T${time}`)
  return Number.isNaN(date.getTime()) ? null : date
}

function writtenDay(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
