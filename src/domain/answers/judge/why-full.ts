import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Problem } from '../../kernel/problem.ts'

/**
 * Why a form takes no answer, or none of this citizen (part 3, points 4 and 5): asked when the form is opened, when the
 * citizen is known, and when the answer arrives.
 * @param count the answers that it has
 * @param hasAnswered whether the citizen has given one
 * @returns answer.limit-reached with the `limit`, answer.already-answered, or null
 */
export function whyFull(
  { opcionales, responsesCount: limit }: Pick<FormTemplate, 'opcionales' | 'responsesCount'>,
  count: number,
  hasAnswered: boolean,
): Problem | null {
  if (opcionales.limitResponses && limit !== undefined && count >= limit)
    return { code: 'answer.limit-reached', details: { limit } }
  return opcionales.singleAnswer && hasAnswered ? { code: 'answer.already-answered' } : null
}
