import { DATA_TYPE, type LatLng, latLngSchema, type Location, QUESTION_TYPE } from '../documents/index.ts'
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
const POINT = /^(?:([^]*) \()?(-?\d{1,2}\.\d{1,15}), (-?\d{1,3}\.\d{1,15})\)?$/

/** The place that a text says; all of it is the address where no point stands at its end. */
export function placeIn(text: string): Location {
  const [, direccion = '', latitude, longitude] = POINT.exec(text) ?? []
  const latlng = latLngSchema.safeParse({ latitude: Number(latitude), longitude: Number(longitude) })
  return latlng.success ? { direccion, latlng: latlng.data } : { direccion: text }
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
