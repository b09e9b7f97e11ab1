/** `…/tipos_incidencia/{id}`: made by createTipoIncidencia, for whom and in which area of the management system. */
export type IncidentType = { readonly id: string; readonly areaId: string; readonly username: string }
