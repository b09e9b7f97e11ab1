import type { Instant } from '#domain/kernel/index.ts'
import { createDateTimeFormatter } from './reader.ts'

type Times = { readonly eventDate?: Instant | undefined; readonly eventEnd?: Instant | undefined }

/** Start and end of an event in a time zone. Empty when the form has none. */
export function formatEventTimes({ eventDate, eventEnd }: Times, timeZone: string): string {
  const written = createDateTimeFormatter({ timeZone })
  return [eventDate, eventEnd].flatMap((moment) => (moment === undefined ? [] : [written(moment)])).join(' – ')
}
