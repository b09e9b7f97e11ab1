import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { Banner, TryAgain, useProblemText } from '#ui/index.ts'
import { useReasonText } from './use-reason-text.ts'

type CallFailedProps = {
  /** the specification's message for any failure of this call */
  readonly says: ProblemCode
  readonly problem: Problem
  readonly again?: () => void
}

/** Says what could not be loaded and why, with a retry button. */
export function CallFailed({ says, problem, again }: CallFailedProps) {
  const problemText = useProblemText()
  const reasonText = useReasonText()
  return (
    <div role="alert">
      <Banner tone="attention" action={again !== undefined && <TryAgain again={again} />}>
        <strong>{problemText({ code: says })}</strong>
        {problem.code !== says && <div>{reasonText(problem)}</div>}
      </Banner>
    </div>
  )
}
