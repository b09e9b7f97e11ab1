/** `…/tipos_incidencia/{id}`: created by createTipoIncidencia, with its user and area in the management system. */
export type IncidentType = { readonly id: string; readonly areaId: string; readonly username: string }
