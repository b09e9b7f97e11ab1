import { Suspense, useEffect } from 'react'
import { lazyRouteComponent, useParams } from '@tanstack/react-router'
import { loadAnswerOfList } from '#features/answer-view/index.ts'
import { AnswersListScreen, useCloseAnswer } from '#features/answers-list/index.ts'
import { useWide } from '#ui/index.ts'

const AnswerOfList = lazyRouteComponent(loadAnswerOfList, 'AnswerOfList')

/** A list of answers and the one chosen from it: side by side where there is room, else the chosen one alone. */
export function AnswersScreen() {
  const { respuesta } = useParams({ from: '/respuestas/listado/$id/{-$respuesta}' })
  const wide = useWide()
  const close = useCloseAnswer()
  // The first answer that is chosen stands at once.
  useEffect(() => void AnswerOfList.preload?.(), [])
  if (respuesta !== undefined && !wide) return <AnswerOfList id={respuesta} />
  // While the answer's file is fetched, the list stays and keeps the focus.
  const details = respuesta !== undefined && (
    <Suspense fallback={null}>
      <AnswerOfList id={respuesta} onClose={close} />
    </Suspense>
  )
  return <AnswersListScreen details={details} />
}
