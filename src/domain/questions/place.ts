import { DATA_TYPE, type LatLng, type Location, QUESTION_TYPE } from '../documents/index.ts'
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

/** Decimals are required: an address may be two whole numbers, such as "13, 47" where streets have numbers. */
const POINT = /(?:^|,?\s\(?|[,(])(-?\d{1,2}\.\d{1,15}),\s?(-?\d{1,3}\.\d{1,15})(?:\)|(?=[\s,;])|$)/

/** The place that a text says: its first point, with the text around as address; all of it where there is no point. */
export function placeIn(text: string): Location {
  const [found, north, east] = POINT.exec(text) ?? []
  const latlng = { latitude: Number(north), longitude: Number(east) }
  if (found === undefined || Math.abs(latlng.latitude) > 90 || Math.abs(latlng.longitude) > 180)
    return { direccion: text }
  const around = text.replace(found, '').trim()
  return { direccion: around.replace(/^[,;]\s?/, ''), latlng }
}

/** A place as the text that answers a question: what people read, wherever a text is shown. */
export function placeText({ direccion, latlng }: Location): string {
  if (latlng === undefined) return direccion
  return direccion.trim() === '' ? coordinates(latlng) : `${direccion} (${coordinates(latlng)})`
}

/** A point to a tenth of a metre. */
export function coordinates({ latitude, longitude }: LatLng): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}
