import type { FormTemplate } from '#domain/templates/index.ts'
import { buildTemplate, NOW } from './template.ts'

export const SECRET = 'nobody-outside-reads-this'

/**
 * A form with a marker text in everything that outsiders may not read, and with fields that no schema of ours knows.
 */
export function formWithSecrets(draft: Readonly<Record<string, unknown>> = {}): FormTemplate {
  const form = buildTemplate({}, draft)
  const by = { username: SECRET, date: NOW }
  return {
    ...form,
    lastEdit: by,
    duplicatedInfo: { ...by, parentFormId: SECRET },
    deletionInfo: { ...by, emptyForm: false },
    muniCore: { username: SECRET, areaId: SECRET, areaDescripcion: SECRET, idTipoIncidente: SECRET, perState: true },
    hashCiudadano: SECRET,
    datosCiudadano: { id: SECRET, nombre: SECRET, apellido: SECRET, dni: SECRET },
    appointmentGroup: { appointmentData: { id: SECRET, name: SECRET }, tenantId: SECRET, tenantUniqueName: 'turnos' },
    estados: {
      ...form.estados,
      disponibles: form.estados.disponibles.map((state) => ({ ...state, idTipoIncidente: SECRET })),
      history: [{ date: NOW, userName: SECRET, name: SECRET, stateId: 0, stateName: SECRET }],
    },
    creadoPor: SECRET,
    respuestas: [{ by: SECRET }],
  } as unknown as FormTemplate
}
