import type { FormTemplate } from '../templates/documents/template.ts'

/**
 * A form that ties citizens to its answers, by hand or through the portal, cannot be public (part 1, point 4).
 * Who may make one public: `can(actor, 'publish', …)`.
 */
export function canBePublic({ opcionales }: { readonly opcionales: ScopeOptions }): boolean {
  return !opcionales.ciudadano && !opcionales.citizenAssociationFromCitizenPortal
}

type ScopeOptions = Pick<FormTemplate['opcionales'], 'ciudadano' | 'citizenAssociationFromCitizenPortal'>
