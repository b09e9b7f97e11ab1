import { getVisibleText } from '../kernel/visible-text.ts'
import type { FormTemplate } from '../templates/documents/template.ts'

type FormLike = Pick<FormTemplate, 'opcionales' | 'muniCore' | 'estados'>

/**
 * Checks whether the form starts with step 0 for citizen and recipient, which requires all of these:
 * - the citizen or the recipient option is on
 * - the form has an area and an incident type of the management system, its own or a state's (part 3, point 2)
 * - it is not public (point 5)
 *
 * A form with the citizen option but without step 0 shows a citizen block above its sections (`asksForCitizen`).
 */
export function hasCitizenStep({ opcionales, muniCore, estados }: FormLike): boolean {
  const types = [muniCore?.idTipoIncidente, ...estados.disponibles.map(({ idTipoIncidente }) => idTipoIncidente)]
  return (
    (opcionales.ciudadano || opcionales.destinatario) &&
    !opcionales.publico &&
    isGiven(muniCore?.areaId) &&
    types.some(isGiven)
  )
}

/** Checks whether the form asks for a recipient, which only happens in step 0. */
export function asksForRecipient(template: FormLike): boolean {
  return template.opcionales.destinatario && hasCitizenStep(template)
}

function isGiven(id: string | undefined): boolean {
  return id !== undefined && getVisibleText(id) !== ''
}
