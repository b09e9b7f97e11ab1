import { html } from 'hono/html'
import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { renderSandboxPage } from './sandbox-page.ts'

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
/** Prefixes of ids of incidents and records: for the first, the portal is unavailable; the second is unknown to it. */
const [FAILING, UNKNOWN] = ['fuera-de-servicio', 'desconocido']

const loginSchema = z.strictObject({ token: z.string().min(1), testMode: z.boolean() })

/** A citizen in the portal's login reply. `municipioId`: idMuniCore */
type PortalPerson = {
  readonly id: string
  readonly nombre: string
  readonly apellido: string
  readonly dni: string
  readonly username: string
  readonly municipioId: number
}
/** A citizen whom the demonstration's registry also knows. */
export const DEMO_CITIZEN: PortalPerson = {
  id: '9001',
  nombre: 'Rosa',
  apellido: 'Leiva',
  dni: '30111222',
  username: 'rosa.leiva',
  municipioId: 21,
}
/** Id of the demonstration's form for citizens of the portal. */
export const DEMO_PORTAL_FORM = 'pedido-poda'
/** Lifetime of a portal token in milliseconds. */
const TOKEN_LIFE = 10 * 60_000

/** Everything that the simulated portal has received, each message once. */
export type PortalInbox = {
  readonly messages: readonly z.infer<typeof messageSchema>[]
  /** the states that a record was given, in order */
  statesOf(id: string): readonly string[]
  /** the next request is handled, but its reply is lost */
  loseReply(): void
  /** a token as in the portal's links: works once, for ten minutes. `record`: the portal's record of the answer */
  tokenFor(person: PortalPerson, how?: { readonly record?: string; readonly life?: number }): string
  /** number of login requests */
  logins(): number
  /** from now on logins get this status, or a delay in milliseconds; undefined: normal again */
  failLogins(how: { readonly status?: number; readonly late?: number } | undefined): void
}

/** Simulates the citizen portal, by the contract in functions/src/connectors/citizen-portal.ts. */
export function createCitizenPortalStandIn(cut: (c: Context) => void): {
  readonly app: Hono
  readonly post: PortalInbox
} {
  const messages: z.infer<typeof messageSchema>[] = []
  const states: z.infer<typeof stateSchema>[] = []
  const known = new Set<string>()
  const tokens = new Map<string, { person: PortalPerson; record: string | undefined; until: number; isUsed: boolean }>()
  let dropsReply = false
  let logins = 0
  let failing: { readonly status?: number; readonly late?: number } | undefined

  /** Handles each key once, as documented. */
  function take(c: Context, about: string, note: () => void): Response {
    if (about.startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    if (about.startsWith(UNKNOWN)) return c.json({ error: 'desconocido' }, 404)
    const key = c.req.header('idempotency-key')
    if (key === undefined || !known.has(key)) note()
    if (key !== undefined) known.add(key)
    if (dropsReply) {
      dropsReply = false
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
  app.post('/getCitizenLoginWithOaToken', async (c) => {
    logins += 1
    if (failing?.late !== undefined) await new Promise((resolve) => setTimeout(resolve, failing?.late))
    if (failing?.status !== undefined) return c.json({ error: 'fuera de servicio' }, failing.status as 503)
    const request = loginSchema.safeParse(await c.req.json().catch(() => undefined))
    const known = request.success ? tokens.get(request.data.token) : undefined
    // Like the real portal: the code is in the reply, whatever its status.
    if (known === undefined || known.isUsed || known.until <= Date.now()) return c.json({ code: 401 })
    known.isUsed = true
    if (dropsReply) {
      dropsReply = false
      cut(c)
    }
    return c.json({
      code: 200,
      ...known.person,
      ...(known.record === undefined ? {} : { idRespuestaMG: known.record }),
    })
  })
  const listReportedStates = (id: string) => states.filter((item) => item.id === id).map(({ estado }) => estado)
  return {
    app,
    post: {
      messages,
      statesOf: listReportedStates,
      loseReply: () => {
        dropsReply = true
      },
      tokenFor: (person, { record, life = TOKEN_LIFE } = {}) => {
        const token = `oa-${randomUUID()}`
        tokens.set(token, { person, record, until: Date.now() + life, isUsed: false })
        return token
      },
      logins: () => logins,
      failLogins: (how) => {
        failing = how
      },
    },
  }
}

/** Number of the portal's records so far. Each answer gets a new record. */
let records = 0

/**
 * The portal as a citizen sees it, for trials: each button creates a token and opens the product with it, as the real
 * portal does. Only by POST, so that no preview uses a token up.
 * @param home URL of the product, `http://localhost:8080`
 */
export function createPortalPage({ tokenFor }: Pick<PortalInbox, 'tokenFor'>, home: () => string): Hono {
  const pages = new Hono()
  pages.get('/', (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      renderSandboxPage(
        'Portal del vecino de la demostración',
        html`<p>Ingresó ${DEMO_CITIZEN.nombre} ${DEMO_CITIZEN.apellido}, documento ${DEMO_CITIZEN.dni}, de Córdoba.</p>
          <form method="post" action="/vecino/contestar">
            <label for="form">Identificador de un formulario con «Ciudadanos del portal»</label>
            <input id="form" name="form" required maxlength="200" value="${DEMO_PORTAL_FORM}" />
            <p>En la demostración: <code>${DEMO_PORTAL_FORM}</code> (Pedido de poda).</p>
            <button>Contestar</button>
          </form>
          <p>En «Mis respuestas» hay un pedido de poda que el municipio pide corregir.</p>
          <form method="post" action="/vecino/respuestas"><button>Mis respuestas</button></form>`,
      ),
    )
  })
  const into = (path: string, record?: string): string =>
    `${home()}${path}/${tokenFor(DEMO_CITIZEN, record === undefined ? {} : { record })}`
  pages.post('/respuestas', (c) => c.redirect(into('/ciudadano/formularios/respuestas'), 303))
  pages.post('/contestar', async (c) => {
    const { form } = await c.req.parseBody()
    if (typeof form !== 'string' || form === '') return c.text('Falta el formulario', 400)
    records += 1
    return c.redirect(into(`/ciudadano/contestar/${encodeURIComponent(form)}`, `vecino-${Date.now()}-${records}`), 303)
  })
  return pages
}
