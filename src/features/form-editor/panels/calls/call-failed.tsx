import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { Banner, TryAgain, useProblemText } from '#ui/index.ts'
import { useReasonText } from './use-reason-text.ts'

type CallFailedProps = {
  /** the specification's message for a failure of this call, whatever the reason */
  readonly says: ProblemCode
  readonly problem: Problem
  readonly again?: () => void
}

/** A failed call: what could not be loaded, why, and a retry button. Existing choices are kept. */
export function CallFailed({ says, problem, again }: CallFailedProps) {
  const textOf = useProblemText()
  const reasonOf = useReasonText()
  return (
    <div role="alert">
      <Banner tone="attention" action={again !== undefined && <TryAgain again={again} />}>
        <strong>{textOf({ code: says })}</strong>
        {problem.code !== says && <div>{reasonOf(problem)}</div>}
      </Banner>
    </div>
  )
}
