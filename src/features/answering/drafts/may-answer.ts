import { actorOfProfile, can } from '#domain/access/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Profile } from '#domain/sync/index.ts'

/**
 * Whether this account may answer a form. Devices download forms of any shared area, but answering requires the form's
 * first area (part 3, point 6).
 */
export function canAnswerForm(profile: Profile | null, template: FormTemplate): boolean {
  return profile !== null && can(actorOfProfile(profile), 'create', { kind: 'respuesta', template })
}
