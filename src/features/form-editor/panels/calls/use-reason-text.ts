import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { useProblemText } from '#ui/index.ts'

/**
 * The reason of a failed call. Has its own text for a lost connection, as the general text promises to send later.
 */
export function useReasonText(): (problem: Problem) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (problem) =>
    problem.code === 'network.unreachable' ? t`There is no connection to the server.` : problemText(problem)
}
