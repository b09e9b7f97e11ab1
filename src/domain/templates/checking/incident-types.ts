import type { EditorForm } from '../form/editor-form.ts'
import type { TemplatePlace } from '../form/place.ts'

/**
 * Returns the title of a state's incident type (`formTitle` of createTipoIncidencia). The management system accepts
 * MAX_INCIDENT_TITLE_LENGTH characters. The specification does not define how title and state are joined.
 */
export function formatIncidentTypeTitle(titulo: string, nombre: string): string {
  return `${titulo.trim()} - ${nombre.trim()}`
}

/**
 * An incident type that a form needs. `id` is missing until the type is created; `state` is null if the type is for the
 * whole form.
 */
export type NeededIncidentType = {
  readonly place: TemplatePlace
  readonly state: number | null
  readonly id: string | undefined
}

/**
 * Returns the incident types of a form: one, or one per state (part 2, point 4); none if the incidents option is off.
 */
export function listIncidentTypes({ opcionales, muniCore, estados }: FormWithIncidents): readonly NeededIncidentType[] {
  if (!opcionales.incidentes) return []
  if (muniCore?.perState !== true)
    return [{ place: { kind: 'field', field: 'muniCore.areaId' }, state: null, id: muniCore?.idTipoIncidente }]
  return estados.disponibles.map(({ idTipoIncidente }, state) => ({
    place: { kind: 'state', state, field: 'nombre' },
    state,
    id: idTipoIncidente,
  }))
}

/** A stored or an edited form. */
type FormWithIncidents = Pick<EditorForm, 'muniCore'> & {
  readonly opcionales: { readonly incidentes: boolean }
  readonly estados: { readonly disponibles: readonly { readonly idTipoIncidente?: string | undefined }[] }
}
