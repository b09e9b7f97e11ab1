import { useEffect, useState } from 'react'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import { loadSentAnswer, type SentAnswer } from './sent-answer.ts'

/**
 * The sent answer: passed by the form, or loaded from this device while it is pending. Kept in memory, as the device
 * deletes answers that the server has received.
 */
export function useSentAnswer(
  { id, submit }: LocalAnswer,
  template: FormTemplate | undefined,
  sentAnswer: SentAnswer | undefined,
) {
  const { local } = useAccount()
  const [found, setFound] = useState<SentAnswer>()
  const ownAnswer = sentAnswer?.submit.answer === id ? sentAnswer : found
  const isWanted = ownAnswer === undefined && submit !== undefined && template?.opcionales.automaticDownload === true
  useEffect(() => {
    if (isWanted) void loadSentAnswer(local, id).then(setFound, () => undefined)
  }, [local, id, isWanted])
  return ownAnswer
}
