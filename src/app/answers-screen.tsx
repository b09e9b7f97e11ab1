import { useEffect } from 'react'
import { useParams } from '@tanstack/react-router'
import { loadSelectedAnswer } from '#features/answer-view/index.ts'
import { AnswersListScreen, useCloseAnswer } from '#features/answers-list/index.ts'
import { lazyPart, ListSkeleton, useIsWide } from '#ui/index.ts'

const AnswerOfList = lazyPart(async () => (await loadSelectedAnswer()).SelectedAnswer)

/** A list of answers beside the selected answer. Without space for both, only the selected answer. */
export function AnswersScreen() {
  const { respuesta } = useParams({ from: '/respuestas/listado/$id/{-$respuesta}' })
  const wide = useIsWide()
  const close = useCloseAnswer()
  // Preloads the answer view, so that the first selected answer appears without delay.
  useEffect(() => AnswerOfList.preload(), [])
  if (respuesta !== undefined && !wide) return <AnswerOfList id={respuesta} meanwhile={<ListSkeleton />} />
  return <AnswersListScreen details={respuesta !== undefined && <AnswerOfList id={respuesta} onClose={close} />} />
}
