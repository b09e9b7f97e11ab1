import type { FormTemplate, Role } from '../documents/index.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { FormLike } from './document-rules.ts'

/** Part 1, point 2: for whom the list has the scope switch. The other roles that edit forms find it in the editor's options. */
const SWITCHING: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_GENERADOR']

/** Whether somebody sees the scope of forms in the list at all. */
export function seesFormScope(actor: Actor): boolean {
  return actor.kind === 'staff' && SWITCHING.includes(actor.role)
}

/** Whether somebody may make this form public, or private again; whether the form can be public is asked of `canBePublic`. */
export function maySwitchScope(actor: Actor, template: FormLike): boolean {
  return seesFormScope(actor) && can(actor, 'update', { kind: 'formulario', document: template })
}

/** A form that ties a citizen to its answers, by hand or through the portal, cannot be made public (part 1, point 4). */
export function canBePublic({ opcionales }: { readonly opcionales: ScopeOptions }): boolean {
  return !opcionales.ciudadano && !opcionales.citizenAssociationFromCitizenPortal
}

type ScopeOptions = Pick<FormTemplate['opcionales'], 'ciudadano' | 'citizenAssociationFromCitizenPortal'>
