import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import type { LatLng, Location } from '../places/documents/location.ts'
import { visibleText } from '../kernel/index.ts'
import type { Question } from './codec.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Whether the mark `esUbicacion` means something here: on an open question of text. */
export function mayBePlace({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.STRING
}

/** Whether a place answers it. */
export function isPlace(question: Kind & Pick<Question, 'esUbicacion'>): boolean {
  return question.esUbicacion === true && mayBePlace(question)
}

/** A text that is a point and nothing else. Decimals are required: an address may be two whole numbers, "13, 47". */
const POINT = /^(-?\d{1,2}\.\d{1,15}),\s?(-?\d{1,3}\.\d{1,15})$/
/** A point at the end of a text, exactly as `placeText` writes it. */
const POINT_BEHIND = / \((-?\d{1,2}\.\d{6}), (-?\d{1,3}\.\d{6})\)$/

/**
 * The place in a text: the point that is the whole text or its last bracket, with the text before it as the address.
 * Any other text is an address, whatever numbers it has.
 */
export function placeIn(text: string): Location {
  const whole = POINT.exec(visibleText(text))
  const [, north, east] = whole ?? POINT_BEHIND.exec(text) ?? []
  const latlng = { latitude: Number(north), longitude: Number(east) }
  if (north === undefined || Math.abs(latlng.latitude) > 90 || Math.abs(latlng.longitude) > 180)
    return { direccion: text }
  return { direccion: whole === null ? text.replace(POINT_BEHIND, '') : '', latlng }
}

/** A place as the text that answers a question: what people read, wherever a text is shown. */
export function placeText({ direccion, latlng }: Location): string {
  if (latlng === undefined) return direccion
  return visibleText(direccion) === '' ? coordinates(latlng) : `${direccion} (${coordinates(latlng)})`
}

/** A point to a tenth of a metre. */
export function coordinates({ latitude, longitude }: LatLng): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}
