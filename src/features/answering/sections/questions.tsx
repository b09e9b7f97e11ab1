import { useMemo } from 'react'
import type { Place } from '#domain/answering/index.ts'
import { useForm } from '../form/form-context.ts'
import { Near } from '#ui/index.ts'
import { guessedHeight } from './guessed-height.ts'
import { QuestionCard } from './question-card.tsx'

/** Questions that are rendered together. */
const CHUNK = 12

/** A run of questions, rendered by and by as it comes near the screen. */
export function Questions({ places }: { readonly places: readonly Place[] }) {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(places.length / CHUNK) }, (_, index) =>
        places.slice(index * CHUNK, (index + 1) * CHUNK),
      ),
    [places],
  )
  return chunks.map((chunk) => <Chunk key={chunk[0]?.address} places={chunk} />)
}

function Chunk({ places }: { readonly places: readonly Place[] }) {
  const wanted = useForm(
    (state) => state.reveal !== null && places.some((place) => place.address === state.reveal?.address),
  )
  return (
    <Near height={guessedHeight(places.map(({ question }) => question))} wanted={wanted}>
      {() => places.map((place) => <QuestionCard key={place.address} place={place} />)}
    </Near>
  )
}
