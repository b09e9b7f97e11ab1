import { unreachable } from '../kernel/unreachable.ts'
import type { Actor } from './actor.ts'
import {
  mayAnswer,
  mayAccessAnswer,
  mayAccessForm,
  mayAccessUser,
  type AnswerLike,
  type FormLike,
  type UserLike,
} from './document-rules.ts'
import { hasRight, type Action, type Subject } from './rights.ts'

/** Loaded document that an action applies to. `template` with kind `respuesta`: the form of an answer to be created. */
export type LoadedSubject =
  | { readonly kind: 'formulario'; readonly document: FormLike }
  | { readonly kind: 'estadistica_formulario'; readonly document: FormLike }
  | { readonly kind: 'respuesta'; readonly document: AnswerLike }
  | { readonly kind: 'respuesta'; readonly template: FormLike }
  /** payments of an answer */
  | { readonly kind: 'pago'; readonly document: AnswerLike }
  /** tickets of a form, and their admission at the door */
  | { readonly kind: 'pago'; readonly template: FormLike }
  | { readonly kind: 'usuario'; readonly document: UserLike }
  | { readonly kind: 'usuario_municipio'; readonly document: UserLike }

/**
 * Checks whether an actor may perform an action; used by router, components and server.
 * @param subject a name for the right in general (a route, a menu entry), or a loaded document
 */
export function can(asking: Actor, action: Action, subject: Subject | LoadedSubject): boolean {
  // Deactivated accounts have the rights of the public.
  const actor: Actor = asking.kind === 'staff' && asking.deactivated === true ? { kind: 'public' } : asking
  if (typeof subject === 'string') return hasRight(toRightsHolder(actor), action, subject)
  const right = hasRight(toRightsHolder(actor), action, subject.kind)
  switch (subject.kind) {
    case 'formulario':
    case 'estadistica_formulario':
      return mayAccessForm(actor, action, subject, right)
    case 'respuesta':
      if ('template' in subject) return mayAnswer(actor, action, subject.template, right)
      return right && mayAccessAnswer(actor, subject.document)
    case 'pago':
      // Tickets stay valid after their form is deleted.
      if ('template' in subject)
        return mayAccessForm(actor, action, buildPaymentSubject({ ...subject.template, deleted: false }), right)
      return right && mayAccessAnswer(actor, subject.document)
    case 'usuario':
    case 'usuario_municipio':
      return right && mayAccessUser(actor, action, subject.document)
    default:
      return unreachable(subject)
  }
}

/**
 * Subject for payment rights. Has the kind `estadistica_formulario`, because everyone may read a public `formulario`.
 */
const buildPaymentSubject = (document: FormLike) => ({ kind: 'estadistica_formulario', document }) as const

function toRightsHolder(actor: Actor): Parameters<typeof hasRight>[0] {
  return actor.kind === 'staff' ? actor.role : actor.kind
}
