/**
 * Document `…/tipos_incidencia/{id}`: type created by createTipoIncidencia; `username` and `areaId` are those of the
 * management system.
 */
export type IncidentType = { readonly id: string; readonly areaId: string; readonly username: string }
