import { useLingui } from '@lingui/react/macro'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import { useProblemText } from '../language/problem-text.ts'

/** Returns a function that describes a failed action with the server's reason, or with `sentence` if there is none. */
export function useFailureText(): (failure: RequestFailure, sentence?: string) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (failure, sentence) => {
    const problem = toProblem(failure)
    if (failure.kind === 'refused' || failure.kind === 'sign-in') return problemText(problem)
    return problem.code === 'network.unreachable'
      ? t`Could not connect to the server. Nothing was changed. Try again when you are online.`
      : (sentence ?? problemText(problem))
  }
}
