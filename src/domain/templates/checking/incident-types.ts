import type { EditorForm } from '../form/editor-form.ts'
import type { TemplatePlace } from '../form/place.ts'

/**
 * The title of an incident type of one state: `formTitle` of createTipoIncidencia. The management system takes at most
 * MAX_INCIDENT_TITLE_LENGTH characters; how title and state are joined, and how long both may be, is not specified.
 */
export function incidentTypeTitle(titulo: string, nombre: string): string {
  return `${titulo.trim()} - ${nombre.trim()}`
}

/** An incident type that a form needs. `id`: missing until it is made; `state`: null for the one of the whole form. */
export type NeededType = {
  readonly place: TemplatePlace
  readonly state: number | null
  readonly id: string | undefined
}

/** The incident types that a form needs: one, or one per state (part 2, point 4). None without incidents. */
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
