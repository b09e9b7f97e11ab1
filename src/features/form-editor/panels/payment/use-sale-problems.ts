import type { ProblemCode } from '#domain/kernel/index.ts'
import type { DiscountedPart, TemplateProblem } from '#domain/templates/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Problems shown at a field. Other problems are shown at the top of their panel. */
const AT_FIELDS = [
  'charge.required',
  'charge.currency',
  'charge.no-cents',
  'sale.zone-required',
  'sale.zone',
  'sale.zone-name-taken',
  'sale.max-per-person',
  'sale.dates',
  'sale.promotion',
] as const satisfies readonly ProblemCode[]
type AtField = (typeof AT_FIELDS)[number]

export type SaleProblems = {
  /** @param number number of the zone or discount, counted from 1 */
  readonly at: (codes: readonly AtField[], number?: number) => string | undefined
  readonly atHead: string | undefined
}

/** Texts of the problems of payment or sale that prevent publishing (`listSaleProblems` in the domain). */
export function useSaleProblems(problems: readonly TemplateProblem[], block: DiscountedPart): SaleProblems {
  const problemText = useProblemText()
  const ownProblems = problems.filter(({ place }) => place.kind === 'field' && place.field === block)
  const formatProblemText = (problem: TemplateProblem | undefined): string | undefined =>
    problem && problemText(problem)
  return {
    at: (codes, number) =>
      formatProblemText(
        ownProblems.find(
          ({ code, details = {} }) =>
            codes.some((eachCode) => eachCode === code) &&
            (number === undefined || Object.values(details).includes(number)),
        ),
      ),
    atHead: formatProblemText(ownProblems.find(({ code }) => !AT_FIELDS.some((item) => item === code))),
  }
}
