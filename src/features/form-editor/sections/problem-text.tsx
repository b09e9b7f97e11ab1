import type { TemplateProblem } from '#domain/templates/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Error messages of a field. The field refers to them with `aria-describedby`. */
export function ProblemText({ id, problems }: { readonly id: string; readonly problems: readonly TemplateProblem[] }) {
  const problemText = useProblemText()
  if (problems.length === 0) return null
  return (
    <p id={id} className="r-problem">
      {[...new Set(problems.map(problemText))].join(' ')}
    </p>
  )
}
