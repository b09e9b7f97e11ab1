import { QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { LatLng } from '../places/documents/location.ts'
import type { TemplateOptions } from '../templates/documents/options.ts'
import type { Section } from '../templates/documents/section.ts'
import { computeMetresBetween } from './likeness.ts'

/** Radius of nearby answers in metres: about a city block, across which a street lamp or pothole is visible. */
export const NEARBY_METRES = 100
/**
 * Maximum age of nearby answers in days. Street works usually start within two weeks; older reports are fixed or worth
 * repeating.
 */
export const NEARBY_DAYS = 14
/** Maximum nearby answers shown, for comparison on a phone. */
export const MAX_NEARBY_ANSWERS = 5

/** Distances in metres that are shown to others, rounded up: half a block, or a block. */
export const NEARBY_DISTANCES = [50, NEARBY_METRES] as const
export type NearbyDistance = (typeof NEARBY_DISTANCES)[number]

/** Grid cell in degrees, about 40 m in each direction: several houses on both sides of a street. */
const CELL_DEGREES = 0.0004

/** Checks whether nearby answers are offered to users without an account before they submit. */
export function offersNearbyAnswers({
  publico,
  geolocalizacion,
  offersNearby: offers,
}: Pick<TemplateOptions, 'publico' | 'geolocalizacion' | 'offersNearby'>): boolean {
  return publico && geolocalizacion && offers
}

type SectionWithQuestions<Q> = Pick<Section, 'conditionalSection' | 'repetible'> & { readonly preguntas: readonly Q[] }

/**
 * Returns the question that describes a nearby answer: the first required radio question outside conditional and
 * repeatable sections. Texts, photos and conditional questions are never shown to others. Undefined if there is no such
 * question.
 */
export function findNearbyQuestion<Q extends Pick<Question, 'tipoPregunta' | 'required'>>(
  sections: readonly SectionWithQuestions<Q>[],
): Q | undefined {
  return sections
    .filter(({ conditionalSection, repetible }) => !conditionalSection && !repetible)
    .flatMap(({ preguntas }) => preguntas)
    .find(({ tipoPregunta, required }) => tipoPregunta === QUESTION_TYPE.RADIO && required)
}

/**
 * Returns the smallest value of `NEARBY_DISTANCES` within which another answer is; null: not nearby. The distance is
 * measured to the centre of the cell of that answer in a fixed grid, so that repeated queries reveal the cell but not
 * the house.
 */
export function findNearbyDistance(from: LatLng, otherPoint: LatLng): NearbyDistance | null {
  const metres = computeMetresBetween(from, {
    latitude: computeCellMiddle(otherPoint.latitude),
    longitude: computeCellMiddle(otherPoint.longitude),
  })
  return NEARBY_DISTANCES.find((step) => metres <= step) ?? null
}

function computeCellMiddle(degrees: number): number {
  return (Math.floor(degrees / CELL_DEGREES) + 0.5) * CELL_DEGREES
}
