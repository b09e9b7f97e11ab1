import { useLingui } from '@lingui/react/macro'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { Banner, TryAgainButton, useProblemText } from '#ui/index.ts'

type CallFailedProps = {
  /** the specification's message for every failure of this call, shown before the reason */
  readonly says: ProblemCode
  readonly problem: Problem
  readonly retry?: () => void
}

/** Says what could not be loaded and why, with a retry button. */
export function CallFailedNote({ says, problem, retry }: CallFailedProps) {
  const problemText = useProblemText()
  const reasonText = useReasonText()
  return (
    <div role="alert">
      <Banner tone="attention" action={retry !== undefined && <TryAgainButton retry={retry} />}>
        <strong>{problemText({ code: says })}</strong>
        {problem.code !== says && <div>{reasonText(problem)}</div>}
      </Banner>
    </div>
  )
}

/**
 * The reason of a failed call. Has its own text for a lost connection, as the general text says that data are sent
 * later.
 */
export function useReasonText(): (problem: Problem) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (problem) =>
    problem.code === 'network.unreachable' ? t`There is no connection to the server.` : problemText(problem)
}
