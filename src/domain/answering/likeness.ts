import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import { comparableIdNumber } from '../kernel/comparable.ts'
import type { LatLng } from '../places/documents/location.ts'
import type { AnswerHeader } from './submission.ts'

/** What an answer is about: a person and a place. */
export type Subject = Pick<AnswerHeader, 'citizen' | 'persona' | 'location' | 'identifier'>
/** In what two answers are alike. */
export type Likeness = { readonly person: boolean; readonly place: boolean }

/** Metres between two points that count as one place: what two phones differ by in a street, and less than a block. */
export const SAME_PLACE_METRES = 50

/** A stored answer as its author gave it. */
export function subjectOf(answer: Pick<Answer, 'datosCiudadano' | 'persona' | 'ubicacion' | 'muniCore'>): Subject {
  const { datosCiudadano: citizen, persona, ubicacion: location, muniCore } = answer
  return { citizen, persona, location, identifier: muniCore?.idIdentificador }
}

/**
 * The same person: one number of theirs is equal, or the recipient's id; names alone say nothing. The same place: the
 * same asset; two points at most SAME_PLACE_METRES apart; or, where one has no point, the same address.
 */
export function likenessOf(one: Subject, other: Subject): Likeness {
  return { person: isSamePerson(one, other), place: isSamePlace(one, other) }
}

/**
 * The citizen of an answer of before, where this one names the same person and says nothing else of them.
 * @returns null: there is nothing that could be taken over
 */
export function citizenLike(citizen: Citizen | undefined, former: Citizen | undefined): Citizen | null {
  if (citizen === undefined || former === undefined || citizen.id !== undefined) return null
  if (citizen.tipo !== former.tipo || !isSamePerson({ citizen }, { citizen: former })) return null
  const agrees = SAID_OF_A_CITIZEN.every((field) => citizen[field] === '' || citizen[field] === former[field])
  const hasMore = former.id !== undefined || SAID_OF_A_CITIZEN.some((field) => citizen[field] !== former[field])
  return agrees && hasMore ? former : null
}

const SAID_OF_A_CITIZEN = ['nombre', 'apellido', 'email', 'telefono', 'calle'] as const

function isSamePerson(one: Subject, other: Subject): boolean {
  const theirs = new Set(numbersOf(other))
  return numbersOf(one).some((number) => theirs.has(number))
}

/** A number counts by kind: a tax number has the digits of an ID number in it, and a recipient's id may be anything. */
function numbersOf({ citizen, persona }: Subject): readonly string[] {
  const given = [
    ['dni', comparableIdNumber(citizen?.dni ?? '')],
    ['cuit', comparableIdNumber(citizen?.cuit ?? '')],
    ['persona', (persona?.id ?? '').replaceAll(/[\s.-]/g, '').toLowerCase()],
  ] as const
  return given.flatMap(([kind, number]) => (number === '' ? [] : [`${kind} ${number}`]))
}

function isSamePlace(one: Subject, other: Subject): boolean {
  if (one.identifier !== undefined && one.identifier === other.identifier) return true
  const [here, there] = [one.location?.latlng, other.location?.latlng]
  if (here !== undefined && there !== undefined) return metresBetween(here, there) <= SAME_PLACE_METRES
  const address = plainAddress(one)
  return address !== '' && address === plainAddress(other)
}

function plainAddress({ location }: Subject): string {
  const plain = (location?.direccion ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const EARTH_RADIUS_METRES = 6_371_000

/** Along the ground, on a ball. */
export function metresBetween(one: LatLng, other: LatLng): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const north = Math.sin(radians(other.latitude - one.latitude) / 2)
  const east = Math.sin(radians(other.longitude - one.longitude) / 2)
  const chord = north ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}
