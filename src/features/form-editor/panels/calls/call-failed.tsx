import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { Banner, TryAgain, useProblemText } from '#ui/index.ts'
import { useReasonText } from './use-reason-text.ts'

type CallFailedProps = {
  /** what the specification says when this call fails, whatever the reason */
  readonly says: ProblemCode
  readonly problem: Problem
  readonly again?: () => void
}

/** A call that failed: what could not be had, why, and the way to try again. What was chosen before stays chosen. */
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
