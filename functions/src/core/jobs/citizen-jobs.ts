import { openRequestOf, requestMessageOf } from '#domain/corrections/index.ts'
import { refuse } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { NOTHING_TO_DO, type Attempt, type CitizenPortal, type Connectors, type Ports } from '../ports.ts'
import { whileDeleted } from '../answers/while-deleted.ts'

type Stored = Pick<Ports, 'store' | 'clock'>
type PortalState = Parameters<CitizenPortal['updateStateCitizenPortalFormData']>[0]['estado']

/**
 * Tells the citizen what to correct, unless that is not asked any more, or a later request asks for it, too: a message
 * of what no longer holds would be worse than none. Of a deleted answer it waits. Refuses with portal.no-incident while
 * the incident that it goes by is still to be created, and with what the portal refuses with.
 */
export async function tellCitizen(
  ports: Stored,
  portal: CitizenPortal,
  revisionPage: NonNullable<Connectors['revisionPage']>,
  { id, payload }: JobOf<'citizen.message'>,
): Promise<Attempt> {
  const answer = await ports.store.get(keys.answer(payload.answer))
  if (answer === undefined) return whileDeleted(ports, payload.answer)
  const request = openRequestOf(answer)
  if (request === undefined) return NOTHING_TO_DO
  if (payload.request !== answer.requestsForChanges.length - 1) return NOTHING_TO_DO
  const { idMuniCore } = answer.municipioInfo
  if (idMuniCore === undefined) return { ...refuse('portal.not-linked'), isFinal: true, system: 'not-asked' }
  const incident = answer.muniCore?.idIncidente
  if (incident === undefined) return refuse('portal.no-incident')
  return portal.sendExternalMessage(
    {
      message: requestMessageOf(answer, request),
      formData: {
        incidenteId: incident,
        // The portal adds the citizen's token, which no one else has.
        urlFormulario: revisionPage(answer.id),
        username: request.madeBy.username,
        municipioId: idMuniCore,
      },
    },
    id,
  )
}

/** Calls of one attempt; where something else holds after each, the portal gets it by a later attempt. */
const AT_ONCE = 5

/**
 * Tells the portal where its record stands now. When the call ends, that may not hold any more, and another job's
 * message may have arrived before this one: then it reports again, so that the last call to arrive is followed by what
 * holds. A state is set, not added: each call has its own key, because the portal would pass over a known one. Refuses
 * with server.busy when it changes again and again, and with what the portal refuses with.
 */
export async function tellPortal(
  { store }: Stored,
  portal: CitizenPortal,
  { id, attempts, payload }: JobOf<'citizen.state'>,
): Promise<Attempt> {
  let told: { readonly estado: PortalState; readonly outcome: Attempt } | undefined
  for (let call = 1; call <= AT_ONCE; call += 1) {
    const answer = await store.get(keys.answer(payload.answer))
    const record = answer?.portalCiudadanoData?.idRespuestaMG
    if (answer === undefined || record === undefined) return NOTHING_TO_DO
    const estado: PortalState = openRequestOf(answer) === undefined ? 'Completado' : 'Subsanar'
    if (told?.estado === estado) return told.outcome
    const outcome = await portal.updateStateCitizenPortalFormData(
      { id: record, estado },
      `${id}~${attempts}~${call}~${estado}`,
    )
    told = { estado, outcome }
  }
  return refuse('server.busy')
}
