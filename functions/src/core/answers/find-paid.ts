import { actorOfUser, can } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { parsePaymentSearch } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { toAnswersLine, toListedAnswer, type PaidAnswers } from '#domain/answers/index.ts'
import type { Store } from '../ports.ts'

/** Maximum orders read per search. Order numbers are unique, but several providers may use the same reference. */
const MAX_ORDERS = 20

/**
 * The answers of an order number or payment reference, in any form, by one index lookup each. Access is checked on the
 * current answer.
 */
export async function findAnswersByPayment(store: Store, user: User, typed: string): Promise<PaidAnswers['answers']> {
  const { orderId, reference } = parsePaymentSearch(typed) ?? {}
  const [numbered, referred] = await Promise.all([
    orderId === undefined
      ? []
      : store.query({
          collection: 'respuestas_formularios',
          where: { 'paymentDetails.orderId': orderId },
          limit: MAX_ORDERS,
        }),
    reference === undefined
      ? []
      : store.query({
          collection: 'payOrder',
          containsAny: { field: 'listing.references', values: [reference] },
          limit: MAX_ORDERS,
        }),
  ])
  const ofReference = referred.map(({ document }) => keys.answer(document.id))
  const found = await store.getMany(ofReference)
  const answers = [...numbered.map(({ document }) => document), ...ofReference.map((key) => found.get(key))]
  const own = new Map(answers.flatMap((answer) => (answer === undefined ? [] : [[answer.id, answer] as const])))
  return [...own.values()]
    .filter((document) => can(actorOfUser(user), 'read', { kind: 'respuesta', document }))
    .map((answer) => ({
      ...toAnswersLine(toListedAnswer(answer)),
      template: answer.idPlantilla,
      titulo: answer.titulo,
    }))
}
