import { z } from 'zod'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { askOutside, REFUSALS, type Outside, type OutsideDeps } from './http.ts'

const replySchema = z.object({ status: z.literal('ok') })

/** The calls and their payloads are the specification's (part 3, point 7). */
export type ExternalMessage = {
  readonly message: string
  readonly formData: {
    readonly incidenteId: string
    readonly urlFormulario: string
    readonly username: string
    readonly municipioId: number
  }
}
export type PortalState = { readonly id: string; readonly estado: 'Subsanar' | 'Completado' }
type Handed = Result<{ readonly id: string }> & { readonly isFinal?: boolean }

export type CitizenPortalClient = {
  sendExternalMessage(message: ExternalMessage, key: string): Promise<Handed>
  updateStateCitizenPortalFormData(state: PortalState, key: string): Promise<Handed>
}

/** The citizen portal, by the contract in README.md. */
export function citizenPortal(deps: OutsideDeps, portal: Outside): CitizenPortalClient {
  async function call(name: string, body: object, key: string): Promise<Handed> {
    const reply = await askOutside(deps, portal, { method: 'POST', path: [name], body, idempotencyKey: key })
    if (reply?.status === 200 && replySchema.safeParse(reply.json).success) return ok({ id: key })
    if (reply === undefined) return refuse('network.unreachable')
    deps.failed({ system: portal.name, why: `status ${reply.status} to ${name}, or a reply of another shape` })
    return REFUSALS.has(reply.status) ? { ...refuse('portal.refused'), isFinal: true } : refuse('network.unreachable')
  }
  return {
    sendExternalMessage: (message, key) => call('sendExternalMessage', message, key),
    updateStateCitizenPortalFormData: (state, key) => call('updateStateCitizenPortalFormData', state, key),
  }
}
