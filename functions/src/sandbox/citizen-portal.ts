import { Hono, type Context } from 'hono'
import { z } from 'zod'

const messageSchema = z.strictObject({
  message: z.string().min(1),
  formData: z.strictObject({
    incidenteId: z.string().min(1),
    urlFormulario: z.url(),
    username: z.string().min(1),
    municipioId: z.int(),
  }),
})
const stateSchema = z.strictObject({ id: z.string().min(1), estado: z.enum(['Subsanar', 'Completado']) })
/** Incidents and records that are called so: the stand-in is out of service, or knows none of that name, so that people can see what is then said. */
const [FAILING, UNKNOWN] = ['fuera-de-servicio', 'desconocido']

/** What the stand-in has taken, each once. */
export type PortalPost = {
  readonly messages: readonly z.infer<typeof messageSchema>[]
  /** the states that a record was given, in their order */
  statesOf(id: string): readonly string[]
  /** the next request is carried out, and its reply is lost */
  loseReply(): void
}

/** Stand-in of the citizen portal, by the contract in functions/src/connectors/README.md. */
export function citizenPortalStandIn(cut: (c: Context) => void): { readonly app: Hono; readonly post: PortalPost } {
  const messages: z.infer<typeof messageSchema>[] = []
  const states: z.infer<typeof stateSchema>[] = []
  const known = new Set<string>()
  let losesReply = false

  /** Once for each key, as it promises. */
  function take(c: Context, about: string, note: () => void): Response {
    if (about.startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    if (about.startsWith(UNKNOWN)) return c.json({ error: 'desconocido' }, 404)
    const key = c.req.header('idempotency-key')
    if (key === undefined || !known.has(key)) note()
    if (key !== undefined) known.add(key)
    if (losesReply) {
      losesReply = false
      cut(c)
    }
    return c.json({ status: 'ok' })
  }

  const app = new Hono()
  app.post('/sendExternalMessage', async (c) => {
    const request = messageSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!request.success) return c.json({ error: 'datos inválidos' }, 400)
    return take(c, request.data.formData.incidenteId, () => messages.push(request.data))
  })
  app.post('/updateStateCitizenPortalFormData', async (c) => {
    const request = stateSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!request.success) return c.json({ error: 'datos inválidos' }, 400)
    return take(c, request.data.id, () => states.push(request.data))
  })
  const statesOf = (id: string) => states.filter((one) => one.id === id).map(({ estado }) => estado)
  return {
    app,
    post: {
      messages,
      statesOf,
      loseReply: () => {
        losesReply = true
      },
    },
  }
}
