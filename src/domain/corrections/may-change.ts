import { can, ACTION_RIGHTS, type Actor, type AnswerLike } from '../access/index.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { State } from '../templates/documents/states.ts'
import type { Problem } from '../kernel/problem.ts'
import { isIncomplete } from './incomplete.ts'
import { type AnsweredForm, findAnswerLock } from './locks.ts'

/** Action on a stored answer. */
export type AnswerAction = keyof typeof ACTION_RIGHTS

type Changeable = AnswerLike & Parameters<typeof findAnswerLock>[0]

const FORBIDDEN: Problem = { code: 'access.forbidden' }

/**
 * Returns the reason why an actor may not perform an action on an answer, or null. Used by the server and by screens.
 * Locks prevent corrections and deletions but not decisions of conflicts. Change requests need a form with portal and
 * incidents and without payment (part 3, point 4). Copies by e-mail need the form's option.
 * @param form the version that the answer was filled in with
 */
export function findActionRefusal(
  act: AnswerAction,
  actor: Actor,
  answer: Changeable,
  form: AnsweredForm,
): Problem | null {
  const { citizenAssociationFromCitizenPortal, incidentes, addPaymentGateway, envioEmail } = answer.opcionales
  const isPaid = addPaymentGateway || form?.opcionales.addPaymentGateway === true
  const canAsk = citizenAssociationFromCitizenPortal && incidentes && !isPaid
  if (act === 'requestChanges' && !canAsk) return FORBIDDEN
  // The public and citizens cannot send e-mails (part 3, point 6).
  if (act === 'sendCopy' && (!envioEmail || actor.kind !== 'staff')) return FORBIDDEN
  if (!can(actor, ACTION_RIGHTS[act], { kind: 'respuesta', document: answer })) return FORBIDDEN
  return act === 'correct' || act === 'delete' ? findAnswerLock(answer, act, form) : null
}

/**
 * Returns the reason not to offer an action, in addition to those of `findActionRefusal`: no states or no next state,
 * nothing to complete, no open request, no citizen, no open conflict. null: the action is offered.
 * @param version the version of the form that the answer was filled in with
 */
export function findNotOfferedReason(
  act: AnswerAction,
  actor: Actor,
  answer: Answer,
  version: FormTemplate,
): Problem | null {
  const refused = findActionRefusal(act, actor, answer, version)
  if (refused !== null) return refused
  switch (act) {
    case 'edit':
      return isIncomplete(answer) ? null : { code: 'answer.not-incomplete' }
    case 'changeState': {
      if (answer.estados === undefined) return { code: 'answer.no-states' }
      return listNextStates(answer).length > 0 ? null : { code: 'answer.transition-not-allowed' }
    }
    case 'revise':
      return answer.requestsForChanges.at(-1)?.needCompletition === true ? null : { code: 'answer.already-revised' }
    case 'requestChanges':
      return answer.datosCiudadano === undefined ? { code: 'answer.citizen-required' } : null
    case 'decide':
      return answer.conflicts.some(({ resolved }) => resolved === undefined) ? null : { code: 'answer.no-changes' }
    case 'correct':
    case 'delete':
    case 'sendCopy':
      return null
  }
}

/** States that may follow the current one. */
export function listNextStates({ estados }: Pick<Answer, 'estados'>): readonly State[] {
  const current = estados?.disponibles.find(({ id }) => id === estados.actual)
  return estados?.disponibles.filter(({ id }) => current?.transiciones.includes(id) === true) ?? []
}

/**
 * Checks whether a user who completes an answer may also replace values: with the right to update, and if no lock
 * applies.
 */
export function canReplaceValues(actor: Actor, answer: Changeable, form: AnsweredForm): boolean {
  return (
    can(actor, 'update', { kind: 'respuesta', document: answer }) && findAnswerLock(answer, 'correct', form) === null
  )
}
