import { useLingui } from '@lingui/react'
import { getLanguageTag } from '#domain/kernel/index.ts'

export type Formats = {
  /** DD/MM/YYYY in the device's time zone */
  date(instant: string | number): string
  /** DD/MM/YYYY HH:mm */
  dateTime(instant: string | number): string
  /** HH:mm */
  time(instant: string | number): string
  number(value: number): string
  /** bytes as KB, MB or GB */
  bytes(value: number): string
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0')
}

function parseDate(instant: string | number): Date | null {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : date
}

function formatLocalDay(date: Date): string {
  return `${padTwo(date.getDate())}/${padTwo(date.getMonth() + 1)}/${date.getFullYear()}`
}

function formatClock(date: Date): string {
  return `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`
}

const known = new Map<string, Formats>()

/** @param locale a code of LANGUAGES; dates are DD/MM/YYYY in all languages, as specified */
export function createFormats(locale: string): Formats {
  const formats = known.get(locale) ?? makeFormats(locale)
  known.set(locale, formats)
  return formats
}

/** Creates formats. Their number formatters are created on first use, as creating two of them took 17 ms. */
function makeFormats(locale: string): Formats {
  const tag = getLanguageTag(locale)
  const plain = numberFormat(tag)
  const short = numberFormat(tag, { maximumFractionDigits: 1 })
  const on = (write: (date: Date) => string) => (instant: string | number) => {
    const date = parseDate(instant)
    return date === null ? '–' : write(date)
  }
  return {
    date: on(formatLocalDay),
    dateTime: on((date) => `${formatLocalDay(date)} ${formatClock(date)}`),
    time: on(formatClock),
    number: plain,
    bytes: (value) => {
      if (value < 1_000_000) return `${plain(Math.ceil(value / 1000))} KB`
      return value < 1_000_000_000 ? `${short(value / 1_000_000)} MB` : `${short(value / 1_000_000_000)} GB`
    },
  }
}

function numberFormat(tag: string, options?: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  // Small whole numbers are the same in all languages and need no formatter.
  const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000
  return (value) => (isPlain(value) ? String(value) : (format ??= new Intl.NumberFormat(tag, options)).format(value))
}

export function useFormats(): Formats {
  const { i18n } = useLingui()
  return createFormats(i18n.locale)
}
