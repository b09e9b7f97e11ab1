import { useLiveQuery } from 'dexie-react-hooks'
import { loadAnswer } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'

/** Whether another window has saved this draft as an answer. */
export function useIsSavedElsewhere({ answer, mutation }: Pick<AnsweringSession, 'answer' | 'mutation'>): boolean {
  const { local } = useAccount()
  const saved = useLiveQuery(() => loadAnswer(local, answer), [local, answer])
  return saved !== undefined && saved.submit?.id !== mutation
}
