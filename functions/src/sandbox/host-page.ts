import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { renderSandboxPage } from './sandbox-page.ts'

const askedSchema = z.object({ token: z.string(), username: z.string(), form: z.string() })

/** The script of a host's page, as documented in src/app/embedded/README.md. */
const SCRIPT = (home: string): string => `addEventListener('message', ({ origin, data }) => {
  if (origin !== ${JSON.stringify(home)}) return
  const frame = document.querySelector('iframe')
  if (data.type === 'answer-saved') document.querySelector('output').textContent = 'Llegó la respuesta ' + data.answerId
  if (data.type === 'height') frame.style.height = data.height + 'px'
  if (data.type === 'section') frame.scrollIntoView()
})`

/**
 * A page of another origin that embeds a form, for trials. Also acts as that site's server, with a municipality's token
 * that the page asks for each time and does not store.
 * @param home URL of the product, `http://localhost:8080`
 */
export function createHostPage(home: () => string): Hono {
  const pages = new Hono()
  pages.get('/', (c) => {
    const origin = new URL(c.req.url).origin
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      renderSandboxPage(
        'Un sitio que muestra formularios',
        html`<p>
            En la configuración del municipio, nombre a <code>${origin}</code> entre los sitios que pueden mostrar sus
            páginas, y en Integraciones cree un token con el permiso de mostrar formularios.
          </p>
          <form method="post" action="/sitio">
            <label for="token">Token</label>
            <input id="token" name="token" required type="password" autocomplete="off" />
            <label for="username">Usuario</label>
            <input id="username" name="username" required value="inspector@relevo.example" />
            <label for="form">Formulario</label>
            <input id="form" name="form" required value="inspeccion-local" />
            <button>Mostrar</button>
          </form>`,
      ),
    )
  })
  pages.post('/', async (c) => {
    const parsed = askedSchema.safeParse(await c.req.parseBody())
    if (!parsed.success) return c.text('Faltan datos', 400)
    const { token, username, form } = parsed.data
    const reply = await fetch(`${home()}/api/v1/embed-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    }).catch(() => undefined)
    const { code } = Object(await reply?.json().catch(() => undefined)) as { readonly code?: unknown }
    if (reply?.ok !== true || typeof code !== 'string')
      return c.html(
        renderSandboxPage(
          'No hay código',
          html`<p>El producto respondió ${reply?.status ?? 'nada'}. <a href="/sitio">Volver</a></p>`,
        ),
        502,
      )
    const script = SCRIPT(home())
    const src = `${home()}/cis/contestar/${encodeURIComponent(form)}#code=${code}`
    c.header('cache-control', 'no-store')
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-src ${home()}; base-uri 'none'`,
    )
    return c.html(
      renderSandboxPage(
        'Un sitio que muestra formularios',
        html`<p><output>Lo que el marco cuenta aparece aquí.</output></p>
          <iframe title="Formulario" allow="camera; geolocation" src="${src}"></iframe>
          <pre>${script}</pre>
          <script>
            ${raw(script)}
          </script>`,
      ),
    )
  })
  return pages
}
