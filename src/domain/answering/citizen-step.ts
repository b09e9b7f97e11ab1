import type { FormTemplate } from '../documents/index.ts'

type FormLike = Pick<FormTemplate, 'opcionales' | 'muniCore' | 'estados'>

/**
 * Whether step 0, citizen and recipient, comes before the sections: the citizen or the recipient option is on, together with an area and an incident type of the management
 * system (part 3, point 2), and the form is not public (part 3, point 5). Where each state has a type of its own, those are the incident types.
 *
 * A form with the citizen option alone still asks for the citizen, above its sections (`asksForCitizen`): there it is a block, and no step.
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
  return id !== undefined && id.trim() !== ''
}
