import { openRequestOf, requestMessageOf } from '#domain/corrections/index.ts'
import { ok, refuse } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/sync/index.ts'
import type { Attempt, CitizenPortal, Ports } from '../ports.ts'

type Stored = Pick<Ports, 'store'>
const NOTHING_TO_DO: Attempt = ok({ id: '' })

/**
 * Tells the citizen what to correct. Not when that is not asked any more, or a later request asks for it too: a message of what no longer holds would be worse than none.
 * Refuses with portal.no-incident while the incident that it goes by is still to be created, and with what the portal refuses with.
 */
export async function tellCitizen(
  { store }: Stored,
  portal: CitizenPortal,
  home: string,
  { id, payload }: JobOf<'citizen.message'>,
): Promise<Attempt> {
  const answer = await store.get(keys.answer(payload.answer))
  const request = answer === undefined ? undefined : openRequestOf(answer)
  if (answer === undefined || request === undefined) return NOTHING_TO_DO
  if (payload.request !== answer.requestsForChanges.length - 1) return NOTHING_TO_DO
  const { idMuniCore } = answer.municipioInfo
  if (idMuniCore === undefined) return { ...refuse('portal.not-linked'), isFinal: true }
  const incident = answer.muniCore?.idIncidente
  if (incident === undefined) return refuse('portal.no-incident')
  return portal.sendExternalMessage(
    {
      message: requestMessageOf(answer, request),
      formData: {
        incidenteId: incident,
        // The portal adds the citizen's token, which nobody else has.
        urlFormulario: `${home}/ciudadano/revision/${answer.id}`,
        username: request.madeBy.username,
        municipioId: idMuniCore,
      },
    },
    id,
  )
}

/** Tells the portal where its record stands now: whichever of several calls comes last, it says what holds. */
export async function tellPortal(
  { store }: Stored,
  portal: CitizenPortal,
  { id, payload }: JobOf<'citizen.state'>,
): Promise<Attempt> {
  const answer = await store.get(keys.answer(payload.answer))
  const record = answer?.portalCiudadanoData?.idRespuestaMG
  if (answer === undefined || record === undefined) return NOTHING_TO_DO
  const estado = openRequestOf(answer) === undefined ? 'Completado' : 'Subsanar'
  // Another state under the same key would be taken for the same call.
  return portal.updateStateCitizenPortalFormData({ id: record, estado }, `${id}~${estado}`)
}
