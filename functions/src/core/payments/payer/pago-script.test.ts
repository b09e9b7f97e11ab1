// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { buildPayerOrder, type PayerOrder } from '#domain/payments/index.ts'
import { renderRedirectPage } from './checkout-page.ts'
import { renderOrderDeniedPage, renderOrderMissingPage, renderOrderPaidPage } from './order-page.ts'

const SCRIPT = readFileSync('public/pago.js', 'utf8')
const Async = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...names: string[]
) => (...given: unknown[]) => Promise<void>
const OPEN = buildPayerOrder(buildOrder())
const PAID: PayerOrder = { ...OPEN, status: 'Pagado', delivery: 'delivered' }
const viewOf = (order: PayerOrder) => ({ order, refunds: [] })

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs the page like a browser. @param replies states of the order, one per request; the last repeats */
function open(
  page: string,
  replies: readonly object[] = [OPEN],
  { status = 200, search = '', pathname = '/pago-exitoso/a/b' } = {},
) {
  // Keeps the body element: queries of other test files in this worker refer to it.
  const parsed = new DOMParser().parseFromString(page, 'text/html')
  document.head.innerHTML = parsed.head.innerHTML
  document.body.innerHTML = parsed.body.innerHTML
  const asked = vi.fn(async () =>
    Response.json(replies[Math.min(asked.mock.calls.length, replies.length) - 1], { status }),
  )
  document.documentElement.lang = parsed.documentElement.lang
  const location = { replace: vi.fn(), reload: vi.fn(), search, pathname }
  const clicked = vi.fn((event: Event) => event.preventDefault())
  document.querySelector('#receipt')?.addEventListener('click', clicked)
  vi.stubGlobal('fetch', asked)
  void new Async('location', SCRIPT)(location)
  return { asked, location, clicked }
}

describe('the script of a payer’s pages', () => {
  it('follows the link to the provider', () => {
    const { location } = open(`${renderRedirectPage('https://pay.example/cs_1', 'es')}`)
    expect(location.replace).toHaveBeenCalledWith('https://pay.example/cs_1')
  })

  it('leads back from the provider to the language of the steps, once', () => {
    open(renderRedirectPage('https://pay.example/cs_1', 'en'), [], { pathname: '/pago' })
    const page = renderOrderPaidPage(viewOf(OPEN), 'es')
    expect(open(page).location.replace).toHaveBeenCalledWith('/pago-exitoso/a/b?lang=en')
    open(renderOrderMissingPage('es'))
    expect(open(page).location.replace).toHaveBeenCalledWith('/pago-exitoso/a/b?lang=en')
    expect(open(page, [OPEN], { search: '?lang=fr' }).location.replace).not.toHaveBeenCalled()
    expect(open(renderOrderPaidPage(viewOf(OPEN), 'en')).location.replace).not.toHaveBeenCalled()
  })

  it('downloads the receipt a second after it is there, once a tab', async () => {
    const page = renderOrderPaidPage(viewOf({ ...PAID, receipt: {} as never }), 'es')
    const { clicked, asked } = open(page)
    await vi.advanceTimersByTimeAsync(999)
    expect(clicked).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect([clicked.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0])
    const again = open(page)
    await vi.advanceTimersByTimeAsync(5000)
    expect(again.clicked).not.toHaveBeenCalled()
  })

  it('has a pending order looked at until it is another, and shows that', async () => {
    const { asked, location } = open(renderOrderPaidPage(viewOf(OPEN), 'es'), [OPEN, OPEN, PAID])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked.mock.calls.length, location.reload.mock.calls.length]).toEqual([3, 1])
    expect(asked).toHaveBeenCalledWith(`/api/payments/orders/${OPEN.id}/${OPEN.orderId}/look`, { method: 'POST' })
  })

  it('stops after fourteen looks and says its state, also where the server refuses each', async () => {
    for (const status of [200, 404]) {
      const { asked, location } = open(renderOrderPaidPage(viewOf(OPEN), 'es'), [OPEN], { status })
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect([asked.mock.calls.length, location.reload.mock.calls.length]).toEqual([14, 0])
      expect(document.querySelector<HTMLElement>('#still')?.hidden).toBe(false)
    }
  })

  it('waits for the receipt of a paid order', async () => {
    const { location } = open(renderOrderPaidPage(viewOf(PAID), 'es'), [PAID, { ...PAID, receipt: {} }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  it('waits for the tickets of an event, and shows the receipt once and those as soon as they are made', async () => {
    const due: PayerOrder = { ...PAID, receipt: {} as never, tickets: 'due' }
    const page = renderOrderPaidPage(viewOf(due), 'es')
    expect(page).toContain('Estamos preparando sus entradas')
    const { asked, location } = open(page, [due, due, { ...due, tickets: 'made' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked.mock.calls.length, location.reload.mock.calls.length]).toEqual([3, 1])
    expect(renderOrderPaidPage(viewOf({ ...due, tickets: 'made' }), 'es')).toContain('Descargar entradas')
  })

  it('looks once at what was denied, and leaves what waits for staff alone', async () => {
    const denied = open(renderOrderDeniedPage(viewOf({ ...OPEN, status: 'Rechazado' }), 'es'), [PAID])
    await vi.advanceTimersByTimeAsync(1000)
    expect([denied.asked.mock.calls.length, denied.location.reload.mock.calls.length]).toEqual([1, 1])
    const waits = open(renderOrderPaidPage({ ...viewOf(OPEN), validation: 'waits' }, 'es'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waits.asked).not.toHaveBeenCalled()
  })

  it('sends a form once, however often it is pressed', () => {
    open(renderOrderDeniedPage(viewOf({ ...OPEN, status: 'Rechazado' }), 'es'))
    const form = document.forms[0]
    const press = () => form?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect([press(), press()]).toEqual([true, false])
  })
})
