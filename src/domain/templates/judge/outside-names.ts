import { set, keys, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { IncidentType } from '../documents/incident-type.ts'
import type { User } from '../../users/documents/user.ts'
import { getMunicipality, type MunicipalityPath } from '../../kernel/index.ts'
import type { Agendas } from '../connector-calls.ts'
import { listIncidentTypes } from '../checking/incident-types.ts'
import type { TemplateProblem } from '../form/place.ts'

export function buildIncidentTypeWrite(municipality: MunicipalityPath, type: IncidentType): Write {
  return set(keys.incidentType(municipality, type.id), type)
}

export function buildAgendasWrite(municipality: MunicipalityPath, agendas: Agendas): Write {
  return set(keys.agendas(municipality), agendas)
}

/** Returns the keys needed to check a draft's references to other systems. */
export function listExternalKeys(draft: TemplateDraft): readonly Key[] {
  const [first] = draft.areas
  if (first === undefined) return []
  const municipalityPath = getMunicipality(first)
  return [
    ...(draft.opcionales.addAppointment ? [keys.agendas(municipalityPath)] : []),
    ...(draft.opcionales.addPaymentGateway ? [keys.paymentAccount(municipalityPath)] : []),
    ...listIncidentTypeIds(draft).map((id) => keys.incidentType(municipalityPath, id)),
  ]
}

/**
 * Checks a draft's references to other systems against records of earlier replies, without calling those systems:
 *
 * | reference | valid when |
 * |---|---|
 * | username | the user's own, or that of a referenced incident type |
 * | incident type and area | created by createTipoIncidencia for the area in the form's municipality |
 * | payment | the form's municipality has an account at a provider |
 * | agenda | in the last reply of getTurneroGroupProcedure for the form's municipality |
 *
 * References of the stored form stay valid while it stays in its municipality. References of options that are off are
 * checked when switched on.
 */
export function findExternalProblems(
  draft: TemplateDraft,
  before: FormTemplate | null,
  by: User,
  documents: FoundDocuments,
): readonly TemplateProblem[] {
  const [first] = draft.areas
  if (first === undefined) return []
  const municipalityPath = getMunicipality(first)
  const old =
    before !== null && before.areas[0] !== undefined && getMunicipality(before.areas[0]) === municipalityPath
      ? before
      : null
  return [
    ...findUsernameProblems({ draft, old, here: municipalityPath }, by, documents),
    ...findTypeProblems(draft, old, municipalityPath, documents),
    ...findAgendaProblems(draft, old, municipalityPath, documents),
    ...(draft.opcionales.addPaymentGateway && documents.get(keys.paymentAccount(municipalityPath)) === undefined
      ? [NOT_CONNECTED]
      : []),
  ]
}

const NOT_CONNECTED: TemplateProblem = {
  code: 'option.payments-not-connected',
  place: { kind: 'option', option: 'addPaymentGateway' },
}

function findUsernameProblems(
  {
    draft,
    old,
    here,
  }: { readonly draft: TemplateDraft; readonly old: FormTemplate | null; readonly here: MunicipalityPath },
  by: User,
  documents: FoundDocuments,
): readonly TemplateProblem[] {
  const username = draft.muniCore?.username
  if (username === undefined || username === old?.muniCore?.username || username.toLowerCase() === by.userMuniCore)
    return []
  const made = listIncidentTypeIds(draft).some(
    (id) => findStoredType(here, id, documents)?.username === username.toLowerCase(),
  )
  return made ? [] : [{ code: 'template.municore-user-unknown', place: { kind: 'field', field: 'muniCore' } }]
}

function findTypeProblems(
  draft: TemplateDraft,
  old: FormTemplate | null,
  municipalityPath: MunicipalityPath,
  documents: FoundDocuments,
): readonly TemplateProblem[] {
  const areaId = draft.muniCore?.areaId
  // Another rule reports a missing area.
  if (areaId === undefined || areaId.trim() === '') return []
  const had = new Set(old !== null && old.muniCore?.areaId === areaId ? listIncidentTypeIds(old) : [])
  return listIncidentTypes(draft).flatMap(({ place, id }): readonly TemplateProblem[] => {
    if (id === undefined) return [{ code: 'template.incident-type-missing', place }]
    return had.has(id) || findStoredType(municipalityPath, id, documents)?.areaId === areaId
      ? []
      : [{ code: 'template.incident-type-unknown', place }]
  })
}

function findAgendaProblems(
  draft: TemplateDraft,
  old: FormTemplate | null,
  municipalityPath: MunicipalityPath,
  documents: FoundDocuments,
): readonly TemplateProblem[] {
  const chosen = normaliseAgenda(draft)
  if (
    chosen === undefined ||
    JSON.stringify(chosen) === JSON.stringify(old === null ? undefined : normaliseAgenda(old))
  )
    return []
  const { id, name, tenantId, tenantUniqueName } = chosen
  const named = documents.get(keys.agendas(municipalityPath))
  const isTheirs = named?.tenantId === tenantId && named.tenantUniqueName === tenantUniqueName
  const isNamed = isTheirs && named.groupsProcedure.some((agenda) => agenda.id === id && agenda.name === name)
  return isNamed ? [] : [{ code: 'template.agenda-unknown', place: { kind: 'field', field: 'appointmentGroup' } }]
}

function listIncidentTypeIds(draft: TemplateDraft): readonly string[] {
  return listIncidentTypes(draft).flatMap(({ id }) => id ?? [])
}

function findStoredType(
  municipalityPath: MunicipalityPath,
  id: string,
  documents: FoundDocuments,
): IncidentType | undefined {
  const type = documents.get(keys.incidentType(municipalityPath, id))
  return type?.id === id ? type : undefined
}

/** Returns the agenda in use, with normalised field order. */
function normaliseAgenda({ opcionales, appointmentGroup }: TemplateDraft) {
  if (!opcionales.addAppointment || appointmentGroup === undefined || appointmentGroup.appointmentData.id.trim() === '')
    return undefined
  const {
    appointmentData: { id, name },
    tenantId,
    tenantUniqueName,
  } = appointmentGroup
  return { id, name, tenantId, tenantUniqueName }
}
