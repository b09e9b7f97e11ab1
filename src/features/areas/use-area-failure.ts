import { useLingui } from '@lingui/react/macro'
import { problemOf, type Failure } from '#domain/api/index.ts'
import { useProblemText } from '#ui/index.ts'

/** @returns what to say of an act that came to nothing: the server's reason, or `sentence` where it gave none */
export function useAreaFailure(): (failure: Failure, sentence: string) => string {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (failure, sentence) => {
    if (failure.kind === 'refused' || failure.kind === 'sign-in') return textOf(problemOf(failure))
    return problemOf(failure).code === 'network.unreachable'
      ? t`The server could not be reached. Nothing was changed; try again when there is a connection.`
      : sentence
  }
}
