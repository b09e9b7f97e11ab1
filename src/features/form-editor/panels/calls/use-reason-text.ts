import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { useProblemText } from '#ui/index.ts'

/**
 * The reason of a failed call. The general message for a lost connection promises to send later, which does not apply.
 */
export function useReasonText(): (problem: Problem) => string {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (problem) =>
    problem.code === 'network.unreachable' ? t`There is no connection to the server.` : textOf(problem)
}
