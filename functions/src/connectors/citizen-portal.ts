import { z } from 'zod'
import type { PortalCitizen } from '#domain/citizens/index.ts'
import { citizenIdSchema, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { callExternalSystem, FINAL_REFUSAL_STATUSES, type ExternalSystem, type ExternalSystemDeps } from './http.ts'

const replySchema = z.object({ status: z.literal('ok') })

const text = z.string().max(255)
/**
 * Fields of the specification (part 3, point 7) and two additional fields. `municipioId` is the `idMuniCore` of the
 * citizen's municipality, and is optional if only one municipality is linked. `idRespuestaMG` is the portal's record of
 * the answer that the citizen is about to give.
 */
const loginSchema = z.object({
  code: z.literal(200),
  id: z.union([z.string(), z.number().int()]).transform(String).pipe(citizenIdSchema),
  nombre: text,
  apellido: text.default(''),
  dni: z.union([z.string(), z.number().int()]).transform(String).pipe(z.string().max(30)),
  username: text,
  municipioId: z.coerce.number().int().optional(),
  idRespuestaMG: z.union([z.string(), z.number().int()]).transform(String).pipe(text).optional(),
})
const codedSchema = z.object({ code: z.number() })
/** Statuses and codes for a token that is expired, used or unknown. */
const INVALID_TOKEN_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410, 422])

/** Payload of `sendExternalMessage`, as in the specification (part 3, point 7). */
type ExternalMessage = {
  readonly message: string
  readonly formData: {
    readonly incidenteId: string
    readonly urlFormulario: string
    readonly username: string
    readonly municipioId: number
  }
}
type PortalState = { readonly id: string; readonly estado: 'Subsanar' | 'Completado' }
type SentMessageResult = Result<{ readonly id: string }> & { readonly isFinal?: boolean }

/** The citizen that a token identifies, with the field names of the core's port. */
type PortalLogin = Pick<PortalCitizen, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly municipality?: number
  readonly record?: string
}

export type CitizenPortalClient = {
  /**
   * `POST /sendExternalMessage` returns 200 `{ "status": "ok" }`. The portal adds the citizen's token to
   * `urlFormulario`.
   * @param key Idempotency-Key; a repeated key gets the same reply and has no further effect
   */
  sendExternalMessage(message: ExternalMessage, key: string): Promise<SentMessageResult>
  /**
   * `POST /updateStateCitizenPortalFormData` returns the same reply. Errors of both calls: a status in
   * `FINAL_REFUSAL_STATUSES` is portal.refused, which is final; any other reply is network.unreachable.
   */
  updateStateCitizenPortalFormData(state: PortalState, key: string): Promise<SentMessageResult>
  /**
   * `POST /getCitizenLoginWithOaToken` `{ "token", "testMode": false }`. A code or status in `INVALID_TOKEN_STATUSES`
   * is portal.login-failed; any other error is portal.unreachable.
   */
  login(token: string): Promise<Result<PortalLogin>>
}

/** Client of the citizen portal. */
export function createCitizenPortalClient(deps: ExternalSystemDeps, portal: ExternalSystem): CitizenPortalClient {
  async function call(name: string, body: object, key: string): Promise<SentMessageResult> {
    const reply = await callExternalSystem(deps, portal, { method: 'POST', path: [name], body, idempotencyKey: key })
    if (reply?.status === 200 && replySchema.safeParse(reply.json).success) return ok({ id: key })
    if (reply === undefined) return refuse('network.unreachable')
    deps.failed({ system: portal.name, why: `status ${reply.status} to ${name}, or a reply of another shape` })
    return FINAL_REFUSAL_STATUSES.has(reply.status)
      ? { ...refuse('portal.refused'), isFinal: true }
      : refuse('network.unreachable')
  }
  /**
   * Sends no idempotency key, because a token works once. A reply that is neither a success nor a refusal is treated
   * like a missing reply.
   */
  async function login(token: string): Promise<Result<PortalLogin>> {
    const path = ['getCitizenLoginWithOaToken']
    const reply = await callExternalSystem(deps, portal, { method: 'POST', path, body: { token, testMode: false } })
    if (reply === undefined) return refuse('portal.unreachable')
    const coded = codedSchema.safeParse(reply.json).data?.code ?? reply.status
    if (INVALID_TOKEN_STATUSES.has(coded)) return refuse('portal.login-failed')
    const parsed = reply.status === 200 ? loginSchema.safeParse(reply.json) : undefined
    if (parsed?.success !== true) {
      deps.failed({ system: portal.name, why: `status ${reply.status} to a login, or a reply of another shape` })
      return refuse('portal.unreachable')
    }
    const { id, nombre, apellido, dni, username, municipioId, idRespuestaMG } = parsed.data
    return ok({
      id,
      nombre,
      apellido,
      dni,
      username,
      ...(municipioId === undefined ? {} : { municipality: municipioId }),
      ...(idRespuestaMG === undefined ? {} : { record: idRespuestaMG }),
    })
  }
  return {
    login,
    sendExternalMessage: (message, key) => call('sendExternalMessage', message, key),
    updateStateCitizenPortalFormData: (state, key) => call('updateStateCitizenPortalFormData', state, key),
  }
}
