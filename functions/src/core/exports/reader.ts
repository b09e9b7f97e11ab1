import { isTimeZone, type Instant } from '#domain/kernel/index.ts'
import type { Reader } from '#domain/paper/index.ts'

/** Language tag of a PDF, from the specification's language codes. */
export function tagOf({ language }: Pick<Reader, 'language'>): string {
  return language === 'es' ? 'es' : 'en'
}

/** Formats DD/MM/YYYY HH:mm in the reader's time zone; an unknown zone becomes UTC, which the text then says. */
export function clockOf({ timeZone }: Pick<Reader, 'timeZone'>): (instant: Instant) => string {
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
