import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Problem } from '../../kernel/problem.ts'

/**
 * Returns the reason why a form accepts no further answer (part 3, points 4 and 5). Checked when the form is opened,
 * when the citizen is known and when the answer arrives.
 * @param count answers of the form
 * @param hasAnswered the citizen has already answered
 * @returns answer.limit-reached with `limit`, answer.already-answered, or null
 */
export function findLimitProblem(
  { opcionales, responsesCount: limit }: Pick<FormTemplate, 'opcionales' | 'responsesCount'>,
  count: number,
  hasAnswered: boolean,
): Problem | null {
  if (opcionales.limitResponses && limit !== undefined && count >= limit)
    return { code: 'answer.limit-reached', details: { limit } }
  return opcionales.singleAnswer && hasAnswered ? { code: 'answer.already-answered' } : null
}
