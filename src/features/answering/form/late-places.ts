import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { Address } from '#domain/kernel/index.ts'

type Values = AnswerValues['values']

/**
 * Target of a late value: its question or, if the question is removed, the removed values (`taken`) that undo restores.
 */
type LatePlace = { readonly address: Address; taken: Values | null }

/** Questions that wait for a late value, such as a photo that is still being stored. */
export type LateValues = {
  /** @param put sets the late value in the form */
  readonly hold: (address: Address, put: (address: Address, patch: QuestionValue) => void) => TrackedValue
  /**
   * directs late values of removed questions to `taken`.
   * @returns the number of these questions that have no value in `taken`
   */
  readonly take: (belongs: (address: Address) => boolean, taken: Values) => number
  readonly bringBack: (taken: Values) => void
}

export type TrackedValue = {
  /** @param patch late value, for the question or its removed value */
  readonly put: (patch: QuestionValue) => void
  readonly release: () => void
}

/**
 * Tracks questions whose values arrive late. While a photo is shrunk and stored, its row may be removed or its
 * condition unchecked.
 */
export function createLateValues(): LateValues {
  const trackedPlaces = new Set<LatePlace>()
  return {
    hold: (address, put) => {
      const place: LatePlace = { address, taken: null }
      trackedPlaces.add(place)
      return {
        put: (patch) => {
          if (place.taken === null) put(place.address, patch)
          else place.taken[place.address] = { ...place.taken[place.address], ...patch }
        },
        release: () => void trackedPlaces.delete(place),
      }
    },
    take: (belongs, taken) => {
      const deletedPlaces = [...trackedPlaces].filter((place) => place.taken === null && belongs(place.address))
      for (const place of deletedPlaces) place.taken = taken
      return deletedPlaces.filter(({ address }) => taken[address] === undefined).length
    },
    bringBack: (taken) => {
      for (const place of trackedPlaces) if (place.taken === taken) place.taken = null
    },
  }
}
