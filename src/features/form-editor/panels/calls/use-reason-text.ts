import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Why a call failed. Of a lost connection the general words promise a later sending, which is not so here. */
export function useReasonText(): (problem: Problem) => string {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (problem) =>
    problem.code === 'network.unreachable' ? t`There is no connection to the server.` : textOf(problem)
}
