import { Hono } from 'hono'
import { html } from 'hono/html'
import { renderSandboxPage } from './sandbox-page.ts'
import type { DeliveryMode, ProviderStandIn } from './courier.ts'

/** Outcomes that a payer can choose on the page: the action, its webhook, and where the payer continues. */
const OUTCOMES: Readonly<
  Record<
    string,
    {
      readonly label: string
      readonly act: 'pay' | 'refuse' | 'none'
      readonly how?: DeliveryMode
      readonly to?: 'paid' | 'denied'
    }
  >
> = {
  pagar: { label: 'Pagar', act: 'pay', to: 'paid' },
  'pagar-sin-aviso': { label: 'Pagar; el aviso se pierde', act: 'pay', how: 'lost', to: 'paid' },
  'pagar-dos-avisos': { label: 'Pagar; el aviso llega dos veces', act: 'pay', how: 'twice', to: 'paid' },
  'pagar-y-cerrar': { label: 'Pagar y cerrar la página', act: 'pay' },
  rechazar: { label: 'La tarjeta es rechazada', act: 'refuse' },
  abandonar: { label: 'Volver sin pagar', act: 'none', to: 'denied' },
}

/** The demonstration's payment page, with a button for every outcome. No money moves. */
export function createPaymentPage({ onPage, pay, refuse, deliver: setDeliveryMode }: ProviderStandIn): Hono {
  const app = new Hono()
  app.get('/:id', (c) => {
    const shownData = onPage(c.req.param('id'))
    if (shownData === undefined) return c.notFound()
    const { title, amount, isOpen } = shownData
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return c.html(
      renderSandboxPage(
        'Pago de la demostración',
        html`<p>Aquí se pagaría. No se mueve dinero.</p>
          <p>${title}: ${amount}</p>
          ${
            isOpen
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
    const [id, outcome] = [c.req.param('id'), OUTCOMES[c.req.param('outcome')]]
    const shownData = onPage(id)
    if (shownData === undefined || outcome === undefined) return c.notFound()
    setDeliveryMode(outcome.how ?? 'at-once')
    if (outcome.act === 'pay') await pay(id)
    if (outcome.act === 'refuse') await refuse(id)
    setDeliveryMode('at-once')
    return c.redirect(outcome.to === undefined ? `../${id}` : shownData[outcome.to], 303)
  })
  return app
}
