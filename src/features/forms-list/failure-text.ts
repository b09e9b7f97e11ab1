import { useLingui } from '@lingui/react/macro'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Problems that a user can solve. For other problems the specification's message for the action is shown. */
const EXPLAINED_CODES: readonly ProblemCode[] = [
  'session.required',
  'session.other-account',
  'access.forbidden',
  'municipality.blocked',
  'country.blocked',
  'template.cannot-be-public',
]

/**
 * @returns a function for the text of a failure. Offline: that nothing was changed. For `EXPLAINED_CODES`: the reason.
 * Otherwise: `sentence`.
 */
export function useFormFailureText(): (problem: Problem, sentence: string) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (problem, sentence) => {
    if (problem.code === 'network.unreachable')
      return t`Could not connect to the server. Nothing was changed. Try again when you are online.`
    return EXPLAINED_CODES.includes(problem.code) ? problemText(problem) : sentence
  }
}
