import { Hono } from 'hono'
import { html } from 'hono/html'
import { peoplePage } from './people-page.ts'
import type { Delivery, StripeStandIn } from './stripe.ts'

/** What a payer may let happen on the page: what is done, how it is announced, and where they go then. */
const OUTCOMES: Readonly<
  Record<
    string,
    {
      readonly label: string
      readonly act: 'pay' | 'refuse' | 'none'
      readonly how?: Delivery
      readonly to?: 'success_url' | 'cancel_url'
    }
  >
> = {
  pagar: { label: 'Pagar', act: 'pay', to: 'success_url' },
  'pagar-sin-aviso': { label: 'Pagar; el aviso se pierde', act: 'pay', how: 'lost', to: 'success_url' },
  'pagar-dos-avisos': { label: 'Pagar; el aviso llega dos veces', act: 'pay', how: 'twice', to: 'success_url' },
  'pagar-y-cerrar': { label: 'Pagar y cerrar la página', act: 'pay' },
  rechazar: { label: 'La tarjeta es rechazada', act: 'refuse' },
  abandonar: { label: 'Volver sin pagar', act: 'none', to: 'cancel_url' },
}

/** The page on which a payer pays in the demonstration, with every outcome as a button. No money moves. */
export function paymentPage({ sessions, pay, refuse, deliver }: StripeStandIn): Hono {
  const app = new Hono()
  app.get('/:id', (c) => {
    const session = sessions.get(c.req.param('id'))
    if (session === undefined) return c.notFound()
    const { form, status } = session
    const amount = (Number(form.get('line_items[0][price_data][unit_amount]')) / 100).toFixed(2)
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      peoplePage(
        'Pago de la demostración',
        html`<p>Aquí se pagaría. No se mueve dinero.</p>
          <p>
            ${form.get('line_items[0][price_data][product_data][name]')}: ${amount}
            ${(form.get('line_items[0][price_data][currency]') ?? '').toUpperCase()}
          </p>
          ${
            status === 'open'
              ? Object.entries(OUTCOMES).map(
                  ([name, { label }]) =>
                    html`<form method="post" action="${c.req.param('id')}/${name}"><button>${label}</button></form>`,
                )
              : html`<p>Este pago ya terminó.</p>`
          }`,
      ),
    )
  })
  app.post('/:id/:outcome', async (c) => {
    const session = sessions.get(c.req.param('id'))
    const outcome = OUTCOMES[c.req.param('outcome')]
    if (session === undefined || outcome === undefined) return c.notFound()
    deliver(outcome.how ?? 'at-once')
    if (outcome.act === 'pay') await pay(session.id)
    if (outcome.act === 'refuse') await refuse(session.id)
    deliver('at-once')
    const to = outcome.to === undefined ? undefined : session.form.get(outcome.to)
    return c.redirect(to ?? `../${session.id}`, 303)
  })
  return app
}
