import {
  findCitizenFieldErrors,
  type CreateCitizenCall,
  type CreateCitizenReply,
  type RegisteredCitizenWithNumber,
  citizenSchema,
} from '#domain/citizens/index.ts'
import { REGISTRY_DOCUMENT_TYPE, ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { logCitizenAccess } from '../note-citizen.ts'
import { listUnsettledCitizens, settleAnswerCitizen } from '../unsettled.ts'
import { findRegistryForUser } from '../registry-for.ts'
import type { Requester, Core } from '../../context.ts'
import { sha256Hex } from '../../http/digest.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import type { CitizenLookup } from '../../ports.ts'

/**
 * Handlers of the citizen registry, for users who answer forms, and of unsettled citizens, for users who manage
 * answers.
 */
export function createCitizenHandlers(core: Core) {
  const { store } = core.ports

  async function lookUp(
    by: Requester,
    municipality: MunicipalityPath,
    lookup: CitizenLookup,
  ): Promise<Result<RegisteredCitizenWithNumber | null>> {
    const registry = await findRegistryForUser(core, by.user, municipality)
    if (!registry.ok) return registry
    const result = await registry.value.find(lookup)
    if (!result.ok) return result
    const details = { by: 'hash' in lookup ? 'hash' : 'number', found: result.value !== null }
    const act = { action: 'citizen.looked-up', municipality, id: result.value?.id, details } as const
    await logCitizenAccess(core.ports, by, act)
    return result
  }

  return {
    async getCitizen({ body: { dni, municipioPath }, ...by }) {
      const foundResult = await lookUp(by, municipioPath, { dni })
      if (!foundResult.ok) return foundResult
      if (foundResult.value === null) return ok({ status: 'fail' })
      const { dni: _, ...result } = foundResult.value
      return ok({ status: 'ok', result })
    },

    async getCitizenByHash({ body: { hash, municipioPath }, ...by }) {
      const result = await lookUp(by, municipioPath, { hash })
      if (!result.ok) return result
      return ok(result.value === null ? { status: 'fail' } : { status: 'ok', result: result.value })
    },

    async createCitizen({ body, ...by }) {
      const wrong = firstError(body)
      if (wrong !== undefined) return refuse('answer.citizen-invalid', { field: wrong })
      const { municipioPath, ...citizen } = body
      const registry = await findRegistryForUser(core, by.user, municipioPath)
      if (!registry.ok) return registry
      // Idempotency key: a retry after a lost reply has the same key, but other fields or another municipality do not.
      const key = await sha256Hex(JSON.stringify([municipioPath, by.user.id, citizen]))
      const created = await registry.value.create(citizen, key)
      if (!created.ok) return toRegistryRefusal(created.problem.details?.['message']) ?? created
      const { id, dni, message } = created.value
      const act = { action: 'citizen.created', municipality: municipioPath, id, details: {} } as const
      await logCitizenAccess(core.ports, by, act)
      return ok({ status: 'ok', message, result: { otrosDatos: { dni: dni || citizen.dni }, idCiudadano: id } })
    },

    listUnsettled: async ({ user, query }) => ok(await listUnsettledCitizens(store, user, query)),

    settleCitizen: ({ params: { id }, body, ...by }) => settleAnswerCitizen(core, id, body, by),
  } satisfies PartialHandlers
}

/** The registry's explanation of its refusal as a reply with `status: 'fail'`, as this call's format requires. */
function toRegistryRefusal(message: unknown): Result<CreateCitizenReply> | undefined {
  return typeof message === 'string' ? ok({ status: 'fail', message }) : undefined
}

/** First invalid field of a citizen to be created, by the same rules as on the screen. */
function firstError({ dni, tipoDocumentoId, municipioPath: _, ...facts }: CreateCitizenCall) {
  const legal = tipoDocumentoId === REGISTRY_DOCUMENT_TYPE.CUIT
  const citizen = citizenSchema.parse({ ...facts, ...(legal ? { tipo: 'juridica', cuit: dni } : { dni }) })
  return Object.keys(findCitizenFieldErrors(citizen))[0]
}
