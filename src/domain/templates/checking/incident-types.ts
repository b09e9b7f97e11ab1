import type { EditorForm } from '../form/editor-form.ts'
import type { TemplatePlace } from '../form/place.ts'

/**
 * The title of an incident type that belongs to one state only: `formTitle` of createTipoIncidencia. The management system takes no more than
 * MAX_INCIDENT_TITLE_LENGTH characters; the specification does not show how title and state are joined, nor the limit of both together.
 */
export function incidentTypeTitle(titulo: string, nombre: string): string {
  return `${titulo.trim()} - ${nombre.trim()}`
}

/** An incident type that a form needs: `id` is missing until the management system has made it, `state` is null for the one of the whole form. */
export type NeededType = {
  readonly place: TemplatePlace
  readonly state: number | null
  readonly id: string | undefined
}

/** The incident types that a form with incidents needs: one, or one for each state (part 2, point 4). None without incidents, whatever is left of them. */
export function incidentTypesOf({ opcionales, muniCore, estados }: WithIncidents): readonly NeededType[] {
  if (!opcionales.incidentes) return []
  if (muniCore?.perState !== true)
    return [{ place: { kind: 'field', field: 'muniCore.areaId' }, state: null, id: muniCore?.idTipoIncidente }]
  return estados.disponibles.map(({ idTipoIncidente }, state) => ({
    place: { kind: 'state', state, field: 'nombre' },
    state,
    id: idTipoIncidente,
  }))
}

/** A form as it is stored or edited. */
type WithIncidents = Pick<EditorForm, 'muniCore'> & {
  readonly opcionales: { readonly incidentes: boolean }
  readonly estados: { readonly disponibles: readonly { readonly idTipoIncidente?: string | undefined }[] }
}
