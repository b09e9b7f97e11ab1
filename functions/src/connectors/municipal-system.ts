import { z } from 'zod'
import type { Answer, IncidentFacts } from '#domain/answers/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import {
  identifierDataSchema,
  identifierSchema,
  MAX_IDENTIFIERS,
  type Identifier,
  type IdentifierCall,
  type IdentifierData,
  type IdentifiersCall,
} from '#domain/maps/index.ts'
import { muniCoreAreasSchema, type IncidentTypeCall, type MuniCoreArea } from '#domain/templates/index.ts'
import {
  callExternalSystem,
  FINAL_REFUSAL_STATUSES,
  type ExternalSystem,
  type ExternalSystemDeps,
  type ExternalReply,
} from './http.ts'

/** Some installations use numeric ids, others use names. */
const foreignIdSchema = z.union([z.string().min(1).max(255), z.number().int()]).transform(String)
const areasReplySchema = z.object({
  areas: z.array(z.object({ areaId: foreignIdSchema, areaDescripcion: z.string() })),
})
const userReplySchema = z.object({ existe: z.boolean() })
/** Truncates a long list; the nearest identifiers are first. */
const identifiersReplySchema = z.object({
  status: z.literal('ok'),
  result: z
    .array(
      identifierSchema.extend({
        idIdentificador: foreignIdSchema,
        iconoUrl: z.string().max(2_000).optional().catch(undefined),
      }),
    )
    .max(10_000)
    .transform((all) => all.slice(0, MAX_IDENTIFIERS)),
})
const identifierReplySchema = z.object({
  status: z.literal('ok'),
  result: identifierDataSchema.extend({ idIdentificador: foreignIdSchema }),
})
const typeReplySchema = z.object({ id: foreignIdSchema })

/**
 * Fields of an answer that are sent to the municipal system, or that select the incident's area and type and the
 * system's cloud.
 */
type IncidentAnswer = Pick<Answer, 'id' | 'titulo' | 'codigoMunicipio' | 'muniCore' | 'ubicacion'>
type CreationResult = Result<{ readonly id: string }> & { readonly isFinal?: boolean }

export type MunicipalSystemClient = {
  /**
   * `POST /incidencias` with the known fields of `username`, `areaId`, `idTipoIncidente`, `municipioId`, `titulo`,
   * `codigo`, `urlFormulario`, `direccion`, `latitud`, `longitud`, `ciudadanoId`, `identificadorId` returns 201, or 200
   * for a known key, `{ "id": "80001" }`. A status in `FINAL_REFUSAL_STATUSES` is incident.failed, which is final; any
   * other error is network.unreachable. The user is the form's; area and type are from the form or the answer's first
   * state.
   * @param key Idempotency-Key; the same key is the same incident
   */
  createIncident(answer: IncidentAnswer, key: string, facts: IncidentFacts): Promise<CreationResult>
  /**
   * `GET /usuarios/{username}/areas` returns 200 `{ "areas": [{ "areaId": "102", "areaDescripcion": "Inspección
   * General" }] }`. Any other reply is connector.areas-failed.
   */
  areas(username: string, usarAWS: boolean): Promise<Result<readonly MuniCoreArea[]>>
  /**
   * `GET /municipios/{idMuniCore}/usuarios/{username}` returns 200 `{ "existe": true }` or false. Any other reply is
   * user.check-failed, also a 404, which any proxy may send.
   */
  hasUser(username: string, municipalityId: number, usarAWS: boolean): Promise<Result<boolean>>
  /**
   * `POST /tipos-incidencia` `{ "username", "areaId", "titulo", "publico" }`, optionally with an Idempotency-Key;
   * `titulo` has at most 75 characters. Returns 201, or 200 for a known key, `{ "id": "5001" }`. 409 is
   * connector.incident-type-exists: the area has a type of that name. Other errors are connector.incident-type-failed.
   */
  createIncidentType(call: IncidentTypeCall, usarAWS: boolean): Promise<Result<string>>
  /**
   * `POST /getIdentifiers` `{ "latitud", "longitud", "tipoIncidenteId", "username", "radio" }`, all texts, `radio` "1".
   * Returns 200 `{ "status": "ok", "result": [{ "idIdentificador", "descripcion", "descripcionIdentificadorTipo",
   * "direccion", "geolocalizaciones": [{ "latitud", "longitud" }] }] }`, the nearest first. Else
   * connector.identifiers-failed.
   */
  identifiers(call: Omit<IdentifiersCall, 'municipality'>, usarAWS: boolean): Promise<Result<readonly Identifier[]>>
  /**
   * `POST /getIdentifierDataById` `{ "idIdentifier", "username" }` returns 200 `{ "status": "ok", "result": {
   * "idIdentificador", "descripcion", "tipoIdentificador", "direccion", "geometria": { "geolocalizacion": [{ "latitud",
   * "longitud" }] } } }`. Any other reply is connector.identifiers-failed.
   */
  identifier(call: Omit<IdentifierCall, 'municipality'>, usarAWS: boolean): Promise<Result<IdentifierData>>
}

/**
 * Client of the municipal system. @param clouds addresses of its two clouds; without `aws`, calls with `usarAWS` fail
 */
export function createMunicipalSystemClient(
  deps: ExternalSystemDeps,
  clouds: { readonly main: ExternalSystem; readonly aws?: ExternalSystem },
): MunicipalSystemClient {
  async function ask(
    usarAWS: boolean,
    request: Parameters<typeof callExternalSystem>[2],
  ): Promise<ExternalReply | undefined> {
    const system = usarAWS ? clouds.aws : clouds.main
    if (system !== undefined) return callExternalSystem(deps, system, request)
    deps.failed({ system: `${clouds.main.name} (AWS)`, why: 'its address is not configured' })
    return undefined
  }

  /** Logs a reply with an unexpected status or shape. */
  function unreadable(reply: ExternalReply | undefined): void {
    if (reply !== undefined)
      deps.failed({ system: clouds.main.name, why: `status ${reply.status}, or a reply of another shape` })
  }

  return {
    createIncident: async (answer, key, facts) => {
      const { areaId, idTipoIncidente, usarAWS = false, idIdentificador } = answer.muniCore ?? {}
      const { username, municipalityId, url, citizen } = facts
      if (username === undefined || areaId === undefined || idTipoIncidente === undefined)
        return { ...refuse('incident.failed'), isFinal: true }
      const { direccion, latlng } = answer.ubicacion ?? {}
      const reply = await ask(usarAWS, {
        method: 'POST',
        path: ['incidencias'],
        idempotencyKey: key,
        body: {
          username,
          areaId,
          idTipoIncidente,
          municipioId: municipalityId,
          titulo: answer.titulo,
          codigo: answer.codigoMunicipio,
          urlFormulario: url,
          direccion,
          latitud: latlng?.latitude,
          longitud: latlng?.longitude,
          ciudadanoId: citizen,
          identificadorId: idIdentificador,
        },
      })
      const parsed = reply?.status === 200 || reply?.status === 201 ? typeReplySchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok({ id: parsed.data.id })
      unreadable(reply)
      const isFinal = reply !== undefined && FINAL_REFUSAL_STATUSES.has(reply.status)
      return isFinal ? { ...refuse('incident.failed'), isFinal } : refuse('network.unreachable')
    },

    areas: async (username, usarAWS) => {
      const reply = await ask(usarAWS, { method: 'GET', path: ['usuarios', username, 'areas'] })
      const parsed = reply?.status === 200 ? areasReplySchema.safeParse(reply.json) : undefined
      const areas = muniCoreAreasSchema.safeParse(parsed?.data?.areas)
      if (areas.success) return ok(areas.data)
      unreadable(reply)
      return refuse('connector.areas-failed')
    },

    hasUser: async (username, municipalityId, usarAWS) => {
      const reply = await ask(usarAWS, {
        method: 'GET',
        path: ['municipios', String(municipalityId), 'usuarios', username],
      })
      // Any proxy may send a 404, so only the system's own reply proves that the user does not exist.
      const parsed = reply?.status === 200 ? userReplySchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(parsed.data.existe)
      unreadable(reply)
      return refuse('user.check-failed')
    },

    identifiers: async ({ latitud, longitud, ...call }, usarAWS) => {
      const reply = await ask(usarAWS, {
        method: 'POST',
        path: ['getIdentifiers'],
        body: { latitud: String(latitud), longitud: String(longitud), ...call },
      })
      const parsed = reply?.status === 200 ? identifiersReplySchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(parsed.data.result)
      unreadable(reply)
      return refuse('connector.identifiers-failed')
    },

    identifier: async (call, usarAWS) => {
      const reply = await ask(usarAWS, { method: 'POST', path: ['getIdentifierDataById'], body: call })
      const parsed = reply?.status === 200 ? identifierReplySchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(parsed.data.result)
      unreadable(reply)
      return refuse('connector.identifiers-failed')
    },

    createIncidentType: async ({ muniCoreUsername, muniCoreAreaId, formTitle, publico, requestId }, usarAWS) => {
      const reply = await ask(usarAWS, {
        method: 'POST',
        path: ['tipos-incidencia'],
        body: { username: muniCoreUsername, areaId: muniCoreAreaId, titulo: formTitle, publico },
        ...(requestId === undefined ? {} : { idempotencyKey: requestId }),
      })
      if (reply?.status === 409) return refuse('connector.incident-type-exists', { title: formTitle })
      const type = reply?.status === 200 || reply?.status === 201 ? typeReplySchema.safeParse(reply.json) : undefined
      if (type?.success === true) return ok(type.data.id)
      unreadable(reply)
      return refuse('connector.incident-type-failed', { title: formTitle })
    },
  }
}
