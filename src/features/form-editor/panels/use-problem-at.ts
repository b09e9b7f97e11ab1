import type { TemplatePlace, TemplateProblem } from '#domain/templates/index.ts'
import { useProblemText } from '#ui/index.ts'

/** @returns a function for the error message at a place of the form; undefined if there is none */
export function useProblemAt(problems: readonly TemplateProblem[]): (place: TemplatePlace) => string | undefined {
  const problemText = useProblemText()
  return (place) => {
    const problem = problems.find((templateProblem) => isSame(templateProblem.place, place))
    return problem === undefined ? undefined : problemText(problem)
  }
}

/** Compares two places, which are flat records of strings and numbers. */
function isSame(a: TemplatePlace, b: TemplatePlace): boolean {
  const [one, other] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return one.length === other.size && one.every(([name, value]) => other.get(name) === value)
}
