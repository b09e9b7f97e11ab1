import { unreachable } from '../kernel/unreachable.ts'
import type { Actor } from './actor.ts'
import {
  mayAnswer,
  mayTouchAnswer,
  mayTouchForm,
  mayTouchUser,
  type AnswerLike,
  type FormLike,
  type UserLike,
} from './document-rules.ts'
import { hasRight, type Action, type Subject } from './rights.ts'

/** A document that an action is about. `template` of kind `respuesta`: an answer to it that does not exist yet. */
export type Loaded =
  | { readonly kind: 'formulario'; readonly document: FormLike }
  | { readonly kind: 'estadistica_formulario'; readonly document: FormLike }
  | { readonly kind: 'respuesta'; readonly document: AnswerLike }
  | { readonly kind: 'respuesta'; readonly template: FormLike }
  /** the money of an answer */
  | { readonly kind: 'pago'; readonly document: AnswerLike }
  /** the tickets and doors of a form */
  | { readonly kind: 'pago'; readonly template: FormLike }
  | { readonly kind: 'usuario'; readonly document: UserLike }
  | { readonly kind: 'usuario_municipio'; readonly document: UserLike }

/**
 * Whether an actor may perform an action; router, components and server ask this.
 * @param subject a name asks "at all" (a route, a menu entry), a loaded document about itself
 */
export function can(asking: Actor, action: Action, subject: Subject | Loaded): boolean {
  // A deactivated account may do what the public may.
  const actor: Actor = asking.kind === 'staff' && asking.deactivated === true ? { kind: 'public' } : asking
  if (typeof subject === 'string') return hasRight(holderOf(actor), action, subject)
  const right = hasRight(holderOf(actor), action, subject.kind)
  switch (subject.kind) {
    case 'formulario':
    case 'estadistica_formulario':
      return mayTouchForm(actor, action, subject, right)
    case 'respuesta':
      if ('template' in subject) return mayAnswer(actor, action, subject.template, right)
      return right && mayTouchAnswer(actor, subject.document)
    case 'pago':
      // What was sold is sold, whether or not its form is still there.
      if ('template' in subject)
        return mayTouchForm(actor, action, ofMoney({ ...subject.template, deleted: false }), right)
      return right && mayTouchAnswer(actor, subject.document)
    case 'usuario':
    case 'usuario_municipio':
      return right && mayTouchUser(actor, action, subject.document)
    default:
      return unreachable(subject)
  }
}

/** Not `formulario`, which everybody may read where it is public. */
const ofMoney = (document: FormLike) => ({ kind: 'estadistica_formulario', document }) as const

function holderOf(actor: Actor): Parameters<typeof hasRight>[0] {
  return actor.kind === 'staff' ? actor.role : actor.kind
}
