import { z } from 'zod'
import { AGENDA_PROCEDURE_TYPE, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { agendasSchema, type Agendas } from '#domain/templates/index.ts'
import { askOutside, type Outside, type OutsideDeps } from './http.ts'

const foreignIdSchema = z.union([z.string().min(1).max(255), z.number().int()]).transform(String)
const replySchema = z.object({
  groupsProcedure: z.array(z.object({ id: foreignIdSchema, name: z.string() })),
  tenantId: foreignIdSchema,
  tenantUniqueName: z.string(),
})

export type BookingClient = { agendas(municipalityId: number): Promise<Result<Agendas>> }

/** The appointment-booking product, by the contract in README.md. */
export function booking(deps: OutsideDeps, system: Outside): BookingClient {
  return {
    agendas: async (municipalityId) => {
      const reply = await askOutside(deps, system, {
        method: 'GET',
        path: ['municipios', String(municipalityId), 'grupos-de-tramites'],
        query: { tipo: String(AGENDA_PROCEDURE_TYPE) },
      })
      const told = reply?.status === 200 ? replySchema.safeParse(reply.json) : undefined
      const agendas = agendasSchema.safeParse(told?.data)
      if (agendas.success) return ok(agendas.data)
      if (reply !== undefined)
        deps.failed({ system: system.name, why: `status ${reply.status}, or a reply of another shape` })
      return refuse('connector.agendas-failed')
    },
  }
}
