import type { Instant } from '#domain/kernel/index.ts'
import { clockOf } from './reader.ts'

type Times = { readonly eventDate?: Instant | undefined; readonly eventEnd?: Instant | undefined }

/** When an event begins and ends on the clock of a time zone; the empty text where its form does not say. */
export function timesOfEvent({ eventDate, eventEnd }: Times, timeZone: string): string {
  const written = clockOf({ timeZone })
  return [eventDate, eventEnd].flatMap((moment) => (moment === undefined ? [] : [written(moment)])).join(' – ')
}
