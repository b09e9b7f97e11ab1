import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Problem } from '../../kernel/problem.ts'
import { isOnSale } from '../../payments/sale-problems.ts'

/**
 * Returns the reason why a form accepts no further answer (part 3, points 4 and 5). Checked when the form is opened,
 * when the citizen is known and when the answer arrives.
 * @param count number of answers of the form
 * @param hasAnswered true if the citizen has already answered
 * @returns payment.event-cancelled, answer.limit-reached with `limit`, answer.already-answered, or null
 */
export function findLimitProblem(
  form: Pick<FormTemplate, 'opcionales' | 'responsesCount'> & Partial<Pick<FormTemplate, 'ticketSale'>>,
  count: number,
  hasAnswered: boolean,
): Problem | null {
  const { opcionales, responsesCount: limit, ticketSale } = form
  if (ticketSale?.cancelled !== undefined) return { code: 'payment.event-cancelled' }
  if (opcionales.limitResponses && limit !== undefined && count >= limit)
    return { code: 'answer.limit-reached', details: { limit } }
  return opcionales.singleAnswer && hasAnswered ? { code: 'answer.already-answered' } : null
}

/**
 * Decides whether a municipality's public list offers a form:
 *
 * | form | offer |
 * |---|---|
 * | not public, only for people with the link, deleted, response limit reached, sale ended or cancelled | closed |
 * | sale not begun | upcoming |
 * | any other | open |
 */
export function decidePublicOffer(
  form: Pick<FormTemplate, 'opcionales' | 'responsesCount' | 'ticketSale' | 'deleted'>,
  count: number,
  now: Instant,
): 'closed' | 'upcoming' | 'open' {
  const { ticketSale: sale, opcionales } = form
  if (form.deleted || !opcionales.publico || opcionales.linkOnly || findLimitProblem(form, count, false) !== null)
    return 'closed'
  if (sale === undefined || isOnSale(sale, now)) return 'open'
  return (sale.saleFrom ?? now) > now ? 'upcoming' : 'closed'
}
