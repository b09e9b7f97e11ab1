import { visibleText } from '../kernel/visible-text.ts'
import type { FormTemplate } from '../templates/documents/template.ts'

type FormLike = Pick<FormTemplate, 'opcionales' | 'muniCore' | 'estados'>

/**
 * Whether step 0, citizen and recipient, comes before the sections: one of their options is on, with an area and an
 * incident type (the form's or a state's) of the management system (part 3, point 2), and it is not public (point 5).
 *
 * A form with the citizen option alone asks for the citizen above its sections (`asksForCitizen`): a block, not a step.
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

/** The recipient, who is no citizen, is asked for in step 0 only. */
export function asksForRecipient(template: FormLike): boolean {
  return template.opcionales.destinatario && hasCitizenStep(template)
}

function isGiven(id: string | undefined): boolean {
  return id !== undefined && visibleText(id) !== ''
}
