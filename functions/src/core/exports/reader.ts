import { isTimeZone, type Instant } from '#domain/kernel/index.ts'
import type { ReaderLocale } from '#domain/pdf/index.ts'
import { isTranslated } from '#locales/translator.ts'

/** Language tag of a PDF's texts. English if there is no translation. The specification uses `ek` for Basque. */
export function toPdfLanguageTag({ language }: Pick<ReaderLocale, 'language'>): string {
  if (!isTranslated(language)) return 'en'
  return language === 'ek' ? 'eu' : language
}

/** Formats DD/MM/YYYY HH:mm in the reader's time zone. For an unknown zone uses UTC, and adds that to the text. */
export function createDateTimeFormatter({ timeZone }: Pick<ReaderLocale, 'timeZone'>): (instant: Instant) => string {
  const zone = isTimeZone(timeZone) ? timeZone : undefined
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone ?? 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
    const part = (name: string): string => parts.get(name as Intl.DateTimeFormatPartTypes) ?? ''
    const written = `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`
    return zone === undefined ? `${written} UTC` : written
  }
}
