import { useState } from 'react'
import { listAnswers, type AnswersPage } from '#domain/answers/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { MAX_ANSWERS_PER_PAGE, type Problem } from '#domain/kernel/index.ts'
import { useAccount } from '#ui/index.ts'
import { toLineFromSummary } from '../answer-lines.ts'
import type { useFormAnswers } from '../use-form-answers.ts'
import type { AnswerSelection } from './use-chosen.tsx'

export type SelectMoreState = {
  /** number of answers to select; null if unknown, which selects up to the limit */
  readonly all: number | null
  readonly busy: boolean
  readonly problem: Problem | null
  readonly run: () => Promise<void>
}

/**
 * Selects answers beyond the page in list order, up to the limit of bulk actions. Undefined if no more can be selected.
 */
export function useSelectMoreAnswers(
  request: ReturnType<typeof useFormAnswers>['asked'],
  page: AnswersPage | null,
  { chosen, choosable, chooseThese }: AnswerSelection,
): SelectMoreState | undefined {
  const { ask } = useAccount()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const goesOn = page !== null && (page.next !== undefined || page.previous !== undefined)
  // Offered while exactly the answers of this page are selected.
  const isPage = chosen.length === choosable.length && chosen.length > 0
  if (!goesOn || !isPage || chosen.length >= MAX_ANSWERS_PER_PAGE) return undefined
  const { total, andMore } = page
  const run = async (): Promise<void> => {
    setBusy(true)
    const outcome = await ask(listAnswers, { ...request, size: MAX_ANSWERS_PER_PAGE })
    setBusy(false)
    setProblem(outcome.kind === 'ok' ? null : toProblem(outcome))
    if (outcome.kind === 'ok') chooseThese(outcome.value.answers.map((line) => toLineFromSummary(line)))
  }
  return { all: total !== null && !andMore && total <= MAX_ANSWERS_PER_PAGE ? total : null, busy, problem, run }
}
