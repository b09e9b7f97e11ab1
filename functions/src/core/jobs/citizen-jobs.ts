import { findOpenRequest, formatRequestMessage } from '#domain/corrections/index.ts'
import { refuse } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type CitizenPortal, type Connectors, type Ports } from '../ports.ts'
import { deferWhileDeleted } from '../answers/while-deleted.ts'

type Stored = Pick<Ports, 'store' | 'clock'>
type PortalState = Parameters<CitizenPortal['updateStateCitizenPortalFormData']>[0]['estado']

/**
 * Sends a request for changes to the citizen's portal. Sends nothing if the request has ended or there is a later one,
 * because an outdated message would be worse than none. Waits while the answer is deleted. Refuses with
 * portal.not-linked for a municipality without an id there, with portal.no-incident until the answer has an incident,
 * and like the portal.
 */
export async function sendRequestToPortal(
  ports: Stored,
  portal: CitizenPortal,
  revisionPage: NonNullable<Connectors['revisionPage']>,
  { id, payload }: JobOf<'citizen.message'>,
): Promise<JobResult> {
  const answer = await ports.store.get(keys.answer(payload.answer))
  if (answer === undefined) return deferWhileDeleted(ports, payload.answer)
  const request = findOpenRequest(answer)
  if (request === undefined) return JOB_NOT_NEEDED
  if (payload.request !== answer.requestsForChanges.length - 1) return JOB_NOT_NEEDED
  const { idMuniCore } = answer.municipioInfo
  if (idMuniCore === undefined) return { ...refuse('portal.not-linked'), isFinal: true, system: 'not-asked' }
  const incident = answer.muniCore?.idIncidente
  if (incident === undefined) return refuse('portal.no-incident')
  return portal.sendExternalMessage(
    {
      message: formatRequestMessage(answer, request),
      formData: {
        incidenteId: incident,
        // The portal adds the citizen's token to this URL; we do not have it.
        urlFormulario: revisionPage(answer.id),
        username: request.madeBy.username,
        municipioId: idMuniCore,
      },
    },
    id,
  )
}

/** Maximum calls per attempt. Further state changes are sent by a later attempt. */
const MAX_CALLS = 5

/**
 * Reports the current state of a record to the portal. Reports again if the state changed during the call, because
 * another job's message may have arrived first, so that the last call always has the current state. Each call has its
 * own key, because the portal ignores known keys; repeating a state is harmless. Refuses with server.busy when the
 * state keeps changing, and like the portal.
 */
export async function reportStateToPortal(
  { store }: Stored,
  portal: CitizenPortal,
  { id, attempts, payload }: JobOf<'citizen.state'>,
): Promise<JobResult> {
  let sent: { readonly estado: PortalState; readonly outcome: JobResult } | undefined
  for (let call = 1; call <= MAX_CALLS; call += 1) {
    const answer = await store.get(keys.answer(payload.answer))
    const record = answer?.portalCiudadanoData?.idRespuestaMG
    if (answer === undefined || record === undefined) return JOB_NOT_NEEDED
    const estado: PortalState = findOpenRequest(answer) === undefined ? 'Completado' : 'Subsanar'
    if (sent?.estado === estado) return sent.outcome
    const outcome = await portal.updateStateCitizenPortalFormData(
      { id: record, estado },
      `${id}~${attempts}~${call}~${estado}`,
    )
    sent = { estado, outcome }
  }
  return refuse('server.busy')
}
