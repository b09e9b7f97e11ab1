import type { FormTemplate } from '../documents/index.ts'

/** A form that ties citizens to its answers cannot be public (part 1, point 4). Who may: `can(actor, 'publish', …)`. */
export function canBePublic({ opcionales }: { readonly opcionales: ScopeOptions }): boolean {
  return !opcionales.ciudadano && !opcionales.citizenAssociationFromCitizenPortal
}

type ScopeOptions = Pick<FormTemplate['opcionales'], 'ciudadano' | 'citizenAssociationFromCitizenPortal'>
