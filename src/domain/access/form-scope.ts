import type { FormTemplate } from '../templates/documents/template.ts'

/**
 * Checks whether a form can be public. It cannot if its answers are linked to citizens, by hand or through the portal
 * (part 1, point 4). The user's right to publish is checked separately, by `can(actor, 'publish', …)`.
 */
export function canBePublic({ opcionales }: { readonly opcionales: ScopeOptions }): boolean {
  return !opcionales.ciudadano && !opcionales.citizenAssociationFromCitizenPortal
}

type ScopeOptions = Pick<FormTemplate['opcionales'], 'ciudadano' | 'citizenAssociationFromCitizenPortal'>
