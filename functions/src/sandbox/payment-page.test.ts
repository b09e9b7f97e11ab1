import { describe, expect, it } from 'vitest'
import { buildPayerBrowser, headOf } from '#tests/support/server/payer-browser.ts'

const DENIED = 'El pago no se realizó'
/** The effect of each of the provider's buttons: its target, and the order's page there and ten minutes later. */
const OUTCOMES = {
  pagar: ['paid', 'Pago recibido', 'Pago recibido'],
  'pagar-sin-aviso': ['paid', 'Se está comprobando su pago', 'Pago recibido'],
  'pagar-dos-avisos': ['paid', 'Pago recibido', 'Pago recibido'],
  'pagar-y-cerrar': ['page', 'Pago recibido', 'Pago recibido'],
  rechazar: ['page', DENIED, DENIED],
  abandonar: ['denied', DENIED, DENIED],
} as const

const { sandbox, ask, ordered, later } = buildPayerBrowser()

describe('the page on which a payer pays in the demonstration', () => {
  it.each(Object.entries(OUTCOMES))('has a button %s', async (name, [to, soon, afterwards]) => {
    const { session, paths } = await ordered()
    const page = new URL(`/pagar/${session}`, sandbox().addresses.stripe).href
    const buttons = [...(await (await fetch(page)).text()).matchAll(/action="[^"/]+\/([^"]+)"/g)].map(([, of]) => of)
    expect(buttons).toEqual(Object.keys(OUTCOMES))
    const pressed = await fetch(`${page}/${name}`, { method: 'POST', redirect: 'manual' })
    expect(pressed.status).toBe(303)
    const led = new URL(pressed.headers.get('location') ?? '', `${page}/${name}`)
    expect(led.pathname).toBe(to === 'page' ? new URL(page).pathname : paths[to])
    const shown = async (): Promise<string> => headOf(await ask('GET', paths[soon === DENIED ? 'denied' : 'paid']))
    expect(await shown()).toBe(soon)
    await later(10 * 60_000)
    expect(await shown()).toBe(afterwards)
  })
})
