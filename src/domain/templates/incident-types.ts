/**
 * The title of an incident type that belongs to one state only: `formTitle` of createTipoIncidencia. The management system takes no more than
 * MAX_INCIDENT_TITLE_LENGTH characters; the specification does not show how title and state are joined, nor the limit of both together.
 */
export function incidentTypeTitle(titulo: string, nombre: string): string {
  return `${titulo.trim()} - ${nombre.trim()}`
}
