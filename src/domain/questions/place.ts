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
const POINT = /(?:^|[\s,(])(-?\d{1,2}\.\d{1,15}),\s?(-?\d{1,3}\.\d{1,15})(?:\)|(?=[\s,;])|$)/

/** The place that a text says: its first point, and as the address what is written around it; all of it where there is none. */
export function placeIn(text: string): Location {
  const found = POINT.exec(text)
  const [pair, latitude, longitude] = found ?? ['']
  const latlng = latLngSchema.safeParse({ latitude: Number(latitude), longitude: Number(longitude) })
  if (found === null || !latlng.success) return { direccion: text }
  const before = text.slice(0, found.index).trimEnd()
  const around = `${before.endsWith(',') ? before.slice(0, -1) : before}${text.slice(found.index + pair.length)}`.trim()
  return { direccion: /^[,;]/.test(around) ? around.slice(1).trimStart() : around, latlng: latlng.data }
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
