import type { LetterOf } from '#domain/mail/index.ts'
import { timesOfEvent } from '../exports/event-times.ts'

type Moved = LetterOf<'event.moved'>
/** Maximum length of a subject line. */
const MAX_SUBJECT = 200

function written({ timeZone }: Moved, place: Moved['now']): string {
  return [timesOfEvent(place, timeZone), place.address].filter((part) => part !== '').join(', ')
}

/** Subject and paragraphs about an event with a new time or place. @param link opens the tickets */
export function movedInEnglish(moved: Moved, link: string): readonly string[] {
  const { event, before, now } = moved
  return [
    `New date or place of your event in Relevo: ${event}`.slice(0, MAX_SUBJECT),
    `The date or place of “${event}”, for which you have tickets, has changed.`,
    `Before: ${written(moved, before) || 'not announced'}`,
    `Now: ${written(moved, now) || 'not announced yet'}`,
    'Tickets that have not been used remain valid. They are here, with the new date and place:',
    link,
  ]
}

export function movedInSpanish(moved: Moved, link: string): readonly string[] {
  const { event, before, now } = moved
  return [
    `Nueva fecha o nuevo lugar de su evento en Relevo: ${event}`.slice(0, MAX_SUBJECT),
    `Cambió la fecha o el lugar de «${event}», para el que usted tiene entradas.`,
    `Antes: ${written(moved, before) || 'sin anunciar'}`,
    `Ahora: ${written(moved, now) || 'todavía sin anunciar'}`,
    'Las entradas que no se usaron siguen siendo válidas. Están aquí, con la fecha y el lugar actuales:',
    link,
  ]
}
