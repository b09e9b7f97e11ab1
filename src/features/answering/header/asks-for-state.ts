import type { FormTemplate } from '#domain/documents/index.ts'

/** Part 3, point 4: where each state makes an incident of its own kind, whoever answers picks the state. */
export function asksForState(template: FormTemplate): boolean {
  return template.opcionales.incidentes && template.estados.disponibles.some((state) => state.idTipoIncidente !== undefined)
}
