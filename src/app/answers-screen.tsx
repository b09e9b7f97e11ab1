import { useEffect } from 'react'
import { useParams } from '@tanstack/react-router'
import { loadAnswerOfList } from '#features/answer-view/index.ts'
import { AnswersListScreen, useCloseAnswer } from '#features/answers-list/index.ts'
import { later, ListSkeleton, useWide } from '#ui/index.ts'

const AnswerOfList = later(async () => (await loadAnswerOfList()).AnswerOfList)

/** A list of answers and the selected one: side by side where there is space, otherwise only the selected one. */
export function AnswersScreen() {
  const { respuesta } = useParams({ from: '/respuestas/listado/$id/{-$respuesta}' })
  const wide = useWide()
  const close = useCloseAnswer()
  // Preloads the answer view, so that the first selected answer appears at once.
  useEffect(() => AnswerOfList.preload(), [])
  if (respuesta !== undefined && !wide) return <AnswerOfList id={respuesta} meanwhile={<ListSkeleton />} />
  return <AnswersListScreen details={respuesta !== undefined && <AnswerOfList id={respuesta} onClose={close} />} />
}
