import { Hono } from 'hono'
import { html } from 'hono/html'
import { DEMO_CITIZEN, type PortalPost } from './citizen-portal.ts'
import { plainSandboxPage } from './people-page.ts'

/** Number of the portal's records so far: each answer gets its own, under any name. */
let records = 0

/**
 * The portal as a citizen sees it, for trials: each button creates a token and opens the product with it, as the real
 * portal does. Only by POST, so that no preview uses a token up.
 * @param home URL of the product, `http://localhost:8080`
 */
export function portalPage({ tokenFor }: Pick<PortalPost, 'tokenFor'>, home: () => string): Hono {
  const pages = new Hono()
  pages.get('/', (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      plainSandboxPage(
        'Portal del vecino de la demostración',
        html`<p>Ingresó ${DEMO_CITIZEN.nombre} ${DEMO_CITIZEN.apellido}, documento ${DEMO_CITIZEN.dni}, de Córdoba.</p>
          <form method="post" action="/vecino/contestar">
            <label for="form">Identificador de un formulario con «Ciudadanos del portal»</label>
            <input id="form" name="form" required maxlength="200" />
            <button>Contestar</button>
          </form>
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
