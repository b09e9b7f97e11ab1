import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { renderSandboxPage } from './sandbox-page.ts'

const AGENDAS = [
  { id: '31', name: 'Licencias de conducir' },
  { id: '32', name: 'Habilitaciones comerciales' },
  { id: '33', name: 'Mesa de entradas' },
] as const

const codeSchema = z.object({ answerId: z.string().min(1), tenant: z.string().min(1) })

/** Simulates the appointment-booking product, by the contract in functions/src/connectors/booking.ts. */
export function createBookingStandIn(): Hono {
  const app = new Hono()
  app.post('/municipios/:id{[0-9]+}/codigos', async (c) => {
    const parsed = codeSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: 'datos inválidos' }, 400)
    // Not secret: the same answer must give the same code, with characters that a URL has to escape.
    const data = Buffer.from(`${c.req.param('id')}/${parsed.data.answerId}`).toString('base64')
    return c.json({ data })
  })
  return app.get('/municipios/:id{[0-9]+}/grupos-de-tramites', (c) => {
    const municipality = c.req.param('id')
    const groupsProcedure = c.req.query('tipo') === '2' ? AGENDAS : []
    return c.json({
      groupsProcedure,
      tenantId: `tenant-${municipality}`,
      tenantUniqueName: `municipio-${municipality}`,
    })
  })
}

/** The demonstration's booking page: shows its parameters, and gives no appointments. */
export function createBookingPage(): Hono {
  return new Hono().get('/', (c) => {
    const shown = ['code', 'tenant', 'formData'].map((name) => [name, c.req.query(name) ?? ''] as const)
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      renderSandboxPage(
        'Turnos de la demostración',
        html`<p>Aquí se reservaría el turno. Relevo abrió esta página con:</p>
          <dl>
            ${shown.map(
              ([name, value]) =>
                html`<dt>${name}</dt>
                  <dd>${value}</dd>`,
            )}
          </dl>`,
      ),
    )
  })
}
