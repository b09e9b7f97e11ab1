import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { Address } from '#domain/kernel/index.ts'

type Values = AnswerValues['values']

/** Where what is on its way will go: to its question, or to the answers taken away, so that undo brings it back too. */
type LatePlace = { readonly address: Address; taken: Values | null }

/** Places of questions for which a photo or a document is still on its way, while rows come and go. */
export type LatePlaces = {
  /** @param put changes an answer that is in the form */
  readonly hold: (address: Address, put: (address: Address, patch: QuestionValue) => void) => HeldPlace
  /** The answers went to `taken`. @returns how many of the places went with them */
  readonly take: (belongs: (address: Address) => boolean, taken: Values) => number
  readonly bringBack: (taken: Values) => void
}

export type HeldPlace = {
  /** @param patch what has arrived, wherever its question is by now */
  readonly put: (patch: QuestionValue) => void
  readonly release: () => void
}

/** While a photo is shrunk and stored, its row may be removed, or its condition unchecked. */
export function createLatePlaces(): LatePlaces {
  const held = new Set<LatePlace>()
  return {
    hold: (address, put) => {
      const place: LatePlace = { address, taken: null }
      held.add(place)
      return {
        put: (patch) => {
          if (place.taken === null) put(place.address, patch)
          else place.taken[place.address] = { ...place.taken[place.address], ...patch }
        },
        release: () => void held.delete(place),
      }
    },
    take: (belongs, taken) => {
      const gone = [...held].filter((place) => place.taken === null && belongs(place.address))
      for (const place of gone) place.taken = taken
      return gone.filter(({ address }) => taken[address] === undefined).length
    },
    bringBack: (taken) => {
      for (const place of held) if (place.taken === taken) place.taken = null
    },
  }
}
