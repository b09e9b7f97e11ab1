import { z } from 'zod'
import { AGENDA_PROCEDURE_TYPE } from '#domain/kernel/index.ts'
import {
  agendasSchema,
  incidentTypeSchema,
  muniCoreAreasSchema,
  type Agendas,
  type IncidentTypeCall,
  type MuniCoreAreasCall,
  type MuniCoreArea,
} from '#domain/templates/index.ts'
import type { Outcome } from '#domain/api/index.ts'
import { readAs, type Transport } from './transport.ts'

/** Areas of the form's management system for this user (userMuniCore). Refuses with connector.areas-failed, connector.not-configured. */
export async function muniCoreAreas(transport: Transport, asked: MuniCoreAreasCall): Promise<Outcome<readonly MuniCoreArea[]>> {
  return call(transport, 'getMuniCoreAreas', asked, muniCoreAreasSchema)
}

/**
 * Creates an incident type in the management system and returns its id. Refuses with connector.incident-type-exists, connector.incident-type-failed,
 * connector.not-configured.
 * @param request `requestId` (`newMutationId`) stays the same when the same call is made again: a lost reply then makes no second type
 */
export async function createIncidentType(transport: Transport, request: IncidentTypeCall): Promise<Outcome<string>> {
  const outcome = await call(transport, 'createTipoIncidencia', request, incidentTypeSchema)
  return outcome.kind === 'ok' ? { ...outcome, value: outcome.value.id } : outcome
}

/** The agendas of a municipality (idMuniCore). Refuses with connector.agendas-failed, connector.not-configured. */
export async function appointmentAgendas(transport: Transport, municipalityId: number): Promise<Outcome<Agendas>> {
  return call(transport, 'getTurneroGroupProcedure', { municipalityId, typeProcedureId: AGENDA_PROCEDURE_TYPE }, agendasSchema)
}

/** One call under the callable convention. */
async function call<T>(transport: Transport, name: string, data: object, schema: z.ZodType<T>): Promise<Outcome<T>> {
  const read = readAs(z.object({ result: schema }))
  const headers = { 'content-type': 'application/json' }
  return transport.send({ method: 'POST', path: `/api/${name}`, headers, body: JSON.stringify({ data }) }, (reply) => read(reply)?.result)
}
