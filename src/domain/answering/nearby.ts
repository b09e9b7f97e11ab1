import { QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { LatLng } from '../places/documents/location.ts'
import type { TemplateOptions } from '../templates/documents/options.ts'
import type { Section } from '../templates/documents/section.ts'
import { metresBetween } from './likeness.ts'

/** A lamp or a hole is seen from the other corner of its block, which measures some 100 m. */
export const NEARBY_METRES = 100
/** What is older was mended, or is worth another answer: works of a street take about two weeks to begin. */
export const NEARBY_DAYS = 14
/** As many as are compared with what lies before one's eyes, on a phone. */
export const MOST_NEARBY = 5

/** What others learn of a distance: up to half a block, or up to a block. */
export const NEARBY_STEPS = [50, NEARBY_METRES] as const
export type NearbyStep = (typeof NEARBY_STEPS)[number]

/** Degrees, some 40 m in each direction: the fronts of several houses, on both sides of a street. */
const CELL = 0.0004

/** Whether those who answer this form without an account are offered the answers nearby, before theirs is sent. */
export function offersNearby({
  publico,
  geolocalizacion,
  offersNearby: offers,
}: Pick<TemplateOptions, 'publico' | 'geolocalizacion' | 'offersNearby'>): boolean {
  return publico && geolocalizacion && offers
}

type Asking<Q> = Pick<Section, 'conditionalSection' | 'repetible'> & { readonly preguntas: readonly Q[] }

/**
 * The question whose answer says what an answer nearby is about: the first that everyone must answer by picking one
 * option. Texts, photos and what only some are asked are never shown to others. Undefined: there is none.
 */
export function nearbyQuestion<Q extends Pick<Question, 'tipoPregunta' | 'required'>>(
  sections: readonly Asking<Q>[],
): Q | undefined {
  return sections
    .filter(({ conditionalSection, repetible }) => !conditionalSection && !repetible)
    .flatMap(({ preguntas }) => preguntas)
    .find(({ tipoPregunta, required }) => tipoPregunta === QUESTION_TYPE.RADIO && required)
}

/**
 * How far another answer is from a point, in steps; null: not nearby. Measured to the middle of its cell of a fixed
 * grid, so that asking from many points tells the cell and never the house.
 */
export function nearbyStep(from: LatLng, other: LatLng): NearbyStep | null {
  const metres = metresBetween(from, { latitude: middleOf(other.latitude), longitude: middleOf(other.longitude) })
  return NEARBY_STEPS.find((step) => metres <= step) ?? null
}

function middleOf(degrees: number): number {
  return (Math.floor(degrees / CELL) + 0.5) * CELL
}
