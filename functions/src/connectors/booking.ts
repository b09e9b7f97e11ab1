import { z } from 'zod'
import { AGENDA_PROCEDURE_TYPE, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { agendasSchema, type Agendas, type BookedAnswer } from '#domain/templates/index.ts'
import { callExternalSystem, type ExternalSystem, type ExternalSystemDeps } from './http.ts'

const foreignIdSchema = z.union([z.string().min(1).max(255), z.number().int()]).transform(String)
const replySchema = z.object({
  groupsProcedure: z.array(z.object({ id: foreignIdSchema, name: z.string() })),
  tenantId: foreignIdSchema,
  tenantUniqueName: z.string(),
})

const codeReplySchema = z.object({ data: z.string().min(1).max(2_000) })

export type BookingClient = {
  /** URL of the booking page; missing when not configured */
  readonly page?: string
  /**
   * `GET /municipios/{idMuniCore}/grupos-de-tramites?tipo=2` returns 200
   * `{ "groupsProcedure": [{ "id": "31", "name": "Licencias" }], "tenantId": "7", "tenantUniqueName": "villa-serena"
   * }`.
   * Any other reply is connector.agendas-failed.
   */
  agendas(municipalityId: number): Promise<Result<Agendas>>
  /**
   * `POST /municipios/{idMuniCore}/codigos` `{ "answerId", "tenant" }` returns 200 `{ "data": "…" }`, a code that
   * identifies the answer to the page and never changes. Any other reply is booking.failed.
   */
  encrypt(about: BookedAnswer): Promise<Result<string>>
}

/** Client of the appointment-booking product. @param page address of the booking page */
export function createBookingClient(deps: ExternalSystemDeps, system: ExternalSystem, page?: string): BookingClient {
  return {
    ...(page === undefined ? {} : { page }),
    agendas: async (municipalityId) => {
      const reply = await callExternalSystem(deps, system, {
        method: 'GET',
        path: ['municipios', String(municipalityId), 'grupos-de-tramites'],
        query: { tipo: String(AGENDA_PROCEDURE_TYPE) },
      })
      const parsed = reply?.status === 200 ? replySchema.safeParse(reply.json) : undefined
      const agendas = agendasSchema.safeParse(parsed?.data)
      if (agendas.success) return ok(agendas.data)
      if (reply !== undefined)
        deps.failed({ system: system.name, why: `status ${reply.status}, or a reply of another shape` })
      return refuse('connector.agendas-failed')
    },

    encrypt: async ({ answer, tenant, municipalityId }) => {
      const reply = await callExternalSystem(deps, system, {
        method: 'POST',
        path: ['municipios', String(municipalityId), 'codigos'],
        body: { answerId: answer, tenant },
      })
      const parsed = reply?.status === 200 ? codeReplySchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(parsed.data.data)
      if (reply !== undefined)
        deps.failed({ system: system.name, why: `status ${reply.status}, or a reply of another shape` })
      return refuse('booking.failed')
    },
  }
}
