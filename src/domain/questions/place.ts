import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import type { LatLng, Location } from '../places/documents/location.ts'
import { getVisibleText } from '../kernel/index.ts'
import type { Question } from './codec.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Checks whether `esUbicacion` applies to a question: only open text questions. */
export function mayBeLocationQuestion({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.STRING
}

/** Checks whether a question is answered by a location. */
export function isLocationQuestion(question: Kind & Pick<Question, 'esUbicacion'>): boolean {
  return question.esUbicacion === true && mayBeLocationQuestion(question)
}

/** Text that consists only of coordinates. Decimals are required, because "13, 47" may be an address. */
const POINT = /^(-?\d{1,2}\.\d{1,15}),\s?(-?\d{1,3}\.\d{1,15})$/
/** Coordinates at the end of a text, as written by `formatLocation`. */
const POINT_BEHIND = / \((-?\d{1,2}\.\d{6}), (-?\d{1,3}\.\d{6})\)$/

/**
 * Parses a location. If the whole text is coordinates, it has no address; if coordinates in parentheses end the text,
 * the text before them is the address. Any other text is an address.
 */
export function parseLocation(text: string): Location {
  const wholeMatch = POINT.exec(getVisibleText(text))
  const [, north, east] = wholeMatch ?? POINT_BEHIND.exec(text) ?? []
  const latlng = { latitude: Number(north), longitude: Number(east) }
  if (north === undefined || Math.abs(latlng.latitude) > 90 || Math.abs(latlng.longitude) > 180)
    return { direccion: text }
  return { direccion: wholeMatch === null ? text.replace(POINT_BEHIND, '') : '', latlng }
}

/** Formats a location as the canonical text of a question. */
export function formatLocation({ direccion, latlng }: Location): string {
  if (latlng === undefined) return direccion
  return getVisibleText(direccion) === '' ? formatCoordinates(latlng) : `${direccion} (${formatCoordinates(latlng)})`
}

/** Formats coordinates to a tenth of a metre. */
export function formatCoordinates({ latitude, longitude }: LatLng): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}
