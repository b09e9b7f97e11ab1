import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import { toComparableIdNumber } from '../kernel/comparable.ts'
import type { LatLng } from '../places/documents/location.ts'
import type { AnswerHeader } from './submission.ts'

/** Fields of an answer that identify its subject, to compare answers: person and place. */
export type AnswerSubject = Pick<AnswerHeader, 'citizen' | 'persona' | 'location' | 'identifier'>
/** Aspects in which two answers are alike. */
export type SubjectSimilarity = { readonly person: boolean; readonly place: boolean }

/** Maximum metres between points of one place: GPS inaccuracy in a street, less than a block. */
export const SAME_PLACE_METRES = 50

/** Subject of a stored answer. */
export function toAnswerSubject(
  answer: Pick<Answer, 'datosCiudadano' | 'persona' | 'ubicacion' | 'muniCore'>,
): AnswerSubject {
  const { datosCiudadano: citizen, persona, ubicacion: location, muniCore } = answer
  return { citizen, persona, location, identifier: muniCore?.idIdentificador }
}

/**
 * Compares two subjects. Same person: an ID number, tax number or recipient's id is equal; names are ignored. Same
 * place: the same asset, points at most SAME_PLACE_METRES apart, or equal addresses if one has no point.
 */
export function compareSubjects(a: AnswerSubject, b: AnswerSubject): SubjectSimilarity {
  return { person: isSamePerson(a, b), place: isSamePlace(a, b) }
}

/**
 * Returns the citizen of an earlier answer if it is the same person and has more data, none of which contradicts the
 * data of `citizen`.
 * @returns null: nothing to reuse
 */
export function findReusableCitizen(citizen: Citizen | undefined, former: Citizen | undefined): Citizen | null {
  if (citizen === undefined || former === undefined || citizen.id !== undefined) return null
  if (citizen.tipo !== former.tipo || !isSamePerson({ citizen }, { citizen: former })) return null
  const agrees = CITIZEN_DETAILS.every((field) => citizen[field] === '' || citizen[field] === former[field])
  const hasMoreDetails = former.id !== undefined || CITIZEN_DETAILS.some((field) => citizen[field] !== former[field])
  return agrees && hasMoreDetails ? former : null
}

const CITIZEN_DETAILS = ['nombre', 'apellido', 'email', 'telefono', 'calle'] as const

function isSamePerson(a: AnswerSubject, b: AnswerSubject): boolean {
  const theirs = new Set(listIdentityNumbers(b))
  return listIdentityNumbers(a).some((number) => theirs.has(number))
}

/**
 * Numbers that identify a person, each with its kind. Tax numbers contain ID numbers, and recipients' ids may be any
 * text, so numbers of different kinds must not match.
 */
function listIdentityNumbers({ citizen, persona }: AnswerSubject): readonly string[] {
  const given = [
    ['dni', toComparableIdNumber(citizen?.dni ?? '')],
    ['cuit', toComparableIdNumber(citizen?.cuit ?? '')],
    ['persona', (persona?.id ?? '').replaceAll(/[\s.-]/g, '').toLowerCase()],
  ] as const
  return given.flatMap(([kind, number]) => (number === '' ? [] : [`${kind} ${number}`]))
}

function isSamePlace(a: AnswerSubject, b: AnswerSubject): boolean {
  if (a.identifier !== undefined && a.identifier === b.identifier) return true
  const [here, there] = [a.location?.latlng, b.location?.latlng]
  if (here !== undefined && there !== undefined) return computeMetresBetween(here, there) <= SAME_PLACE_METRES
  const address = normaliseAddress(a)
  return address !== '' && address === normaliseAddress(b)
}

function normaliseAddress({ location }: AnswerSubject): string {
  const plainText = (location?.direccion ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plainText
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const EARTH_RADIUS_METRES = 6_371_000

/** Great-circle distance. */
export function computeMetresBetween(a: LatLng, b: LatLng): number {
  const toRadians = (degrees: number): number => (degrees * Math.PI) / 180
  const north = Math.sin(toRadians(b.latitude - a.latitude) / 2)
  const east = Math.sin(toRadians(b.longitude - a.longitude) / 2)
  const haversine = north ** 2 + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * east ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
