import { useMemo } from 'react'
import type { Place } from '#domain/answering/index.ts'
import { QUESTIONS_PER_BATCH } from '#domain/kernel/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { RenderWhenNear } from '#ui/index.ts'
import { estimateQuestionsHeight } from './guessed-height.ts'
import { QuestionCard } from './question-card.tsx'

/** A list of questions, rendered progressively near the viewport. */
export function Questions({ places }: { readonly places: readonly Place[] }) {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(places.length / QUESTIONS_PER_BATCH) }, (_, index) =>
        places.slice(index * QUESTIONS_PER_BATCH, (index + 1) * QUESTIONS_PER_BATCH),
      ),
    [places],
  )
  return chunks.map((chunk, index) => <Chunk key={chunk[0]?.address} places={chunk} isFirst={index === 0} />)
}

function Chunk({ places, isFirst }: { readonly places: readonly Place[]; readonly isFirst: boolean }) {
  const { form } = useFormContext()
  // The first questions are rendered at once, as they may receive typed text (public/taken-over.ts).
  const isBeginning = isFirst && places[0]?.row === null && places[0].section === form.template.secciones[0]
  const isAsked = useForm(
    (state) => state.reveal !== null && places.some((place) => place.address === state.reveal?.address),
  )
  return (
    <RenderWhenNear
      height={estimateQuestionsHeight(places.map(({ question }) => question))}
      wanted={isAsked || isBeginning}
    >
      {() => places.map((place) => <QuestionCard key={place.address} place={place} />)}
    </RenderWhenNear>
  )
}
