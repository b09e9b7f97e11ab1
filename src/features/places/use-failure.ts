import { useLingui } from '@lingui/react/macro'
import { problemOf, type Failure } from '#domain/api/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Why an act did not work. What is typed stays: without a connection it can be tried again. */
export function useFailure(): (failure: Failure | null) => string | null {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (failure) => {
    if (failure === null) return null
    const problem = problemOf(failure)
    return problem.code === 'network.unreachable'
      ? t`The server could not be reached, and nothing was changed. Try again when there is a connection.`
      : textOf(problem)
  }
}
