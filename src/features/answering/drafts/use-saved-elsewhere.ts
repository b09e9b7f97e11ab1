import { useLiveQuery } from 'dexie-react-hooks'
import { loadAnswer } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'

/** Whether another window has made this draft an answer, from the moment that it is one: whoever types on here would type in vain. */
export function useSavedElsewhere({ answer, mutation }: Pick<AnsweringSession, 'answer' | 'mutation'>): boolean {
  const { local } = useAccount()
  const saved = useLiveQuery(() => loadAnswer(local, answer), [local, answer])
  return saved !== undefined && saved.submit?.id !== mutation
}
