import type { TemplateProblem } from '#domain/templates/index.ts'
import { useProblemText } from '#ui/index.ts'

/** What is wrong, in words, tied to its field by the id. */
export function ProblemText({ id, problems }: { readonly id: string; readonly problems: readonly TemplateProblem[] }) {
  const textOf = useProblemText()
  if (problems.length === 0) return null
  return (
    <p id={id} className="r-problem">
      {[...new Set(problems.map(textOf))].join(' ')}
    </p>
  )
}
