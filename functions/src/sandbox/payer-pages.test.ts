import { describe, expect, it } from 'vitest'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { keys } from '#domain/store/index.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { alertOf, buildPayerBrowser, headOf, sessionIn } from '#tests/support/server/payer-browser.ts'
import { there } from '#tests/support/there.ts'

/** The pages to which a payer returns. */
const { sandbox, world, ask, press, ordered, later } = buildPayerBrowser()
const HOUR = 3_600_000

describe('the page of a paid order', () => {
  it('says what was paid, gives the receipt, and is where all other pages of it lead', async () => {
    const { session, paths } = await ordered()
    await sandbox().stripe.pay(session)
    const before = await ask('GET', paths.paid)
    expect(before.text).toContain('data-state="preparing"')
    await later(0)
    const paid = await ask('GET', paths.paid)
    expect([paid.status, headOf(paid)]).toEqual([200, 'Pago recibido'])
    expect(paid.headers.get('cache-control')).toBe('no-store')
    for (const said of [
      '$ 100,00',
      'Ana &lt;Paz&gt;',
      session.replace('cs_', 'pi_'),
      paths.paid.split('/')[2] ?? '',
      'Descargar comprobante',
    ])
      expect(paid.text).toContain(said)
    const path = /id="receipt"|href="([^"]+\/receipt)"/.exec(paid.text)?.[1] ?? ''
    const pdf = await world().ask('GET', path)
    expect(
      readPdf(new Uint8Array(await pdf.arrayBuffer()))
        .pages.flat()
        .join('\n'),
    ).toContain('PRUEBA')
    expect(await ask('GET', paths.denied)).toMatchObject({ status: 302, location: paths.paid })
    expect(paid.text.length).toBeLessThan(10_000)
  })

  it('looks when it is asked to, before any webhook', async () => {
    const { session, paths } = await ordered()
    sandbox().stripe.deliver('lost')
    await sandbox().stripe.pay(session)
    const waiting = await ask('GET', paths.paid)
    expect([headOf(waiting), waiting.text.includes('data-state="waiting"')]).toEqual([
      'Se está comprobando su pago',
      true,
    ])
    const looked = await press(waiting, '')
    expect(looked).toMatchObject({ status: 303, location: paths.paid })
    expect(headOf(await ask('GET', paths.paid))).toBe('Pago recibido')
  })

  it('says nothing of the payment where the server is busy, and offers to look again', async () => {
    const { session, paths } = await ordered()
    await sandbox().stripe.pay(session)
    for (let asked = 0; asked < DEFAULT_TUNING.publicPagesBurst; asked += 1) await ask('GET', '/pago-denegado/x/y')
    const busy = await ask('GET', paths.paid)
    expect([busy.status, headOf(busy), busy.text.includes('no se realizó')]).toEqual([429, 'Pago', false])
    expect(alertOf(busy)).toContain('Hay demasiadas solicitudes')
    expect(busy.text).toContain(`href="${paths.paid}">Consultar de nuevo`)
  })

  it('says that money which came when nothing was left goes back', async () => {
    const { session, paths } = await ordered()
    const id = paths.paid.split('/').at(-1) as never
    const order = there(await world().store.get(keys.paymentOrder(id)))
    await sandbox().stripe.pay(session)
    await world().put(keys.paymentOrder(id), {
      ...there(await world().store.get(keys.paymentOrder(id))),
      delivery: 'sold-out',
    })
    const late = await ask('GET', paths.paid)
    expect([order.status, headOf(late), late.text.includes('Descargar comprobante')]).toEqual([
      'Pendiente de validar',
      'Le devolveremos su pago',
      false,
    ])
  })
})

describe('the page of a payment that was not made', () => {
  it('begins the same order and answer with a new attempt', async () => {
    const { session, paths } = await ordered()
    await later(HOUR + 1)
    expect(await ask('GET', paths.paid)).toMatchObject({ status: 302, location: paths.denied })
    const denied = await ask('GET', paths.denied)
    expect(alertOf(denied)).toBe('No pudimos avanzar con el pago, si quieres puedes intentar con otro medio de pago.')
    expect(denied.text).toContain('Volver a intentarlo')
    expect(denied.text).toContain('action="/publico/contestar/')
    const next = sessionIn(await press(denied, 'again'))
    expect(next).not.toBe(session)
    await sandbox().stripe.pay(next)
    await press(await ask('GET', paths.paid), '')
    expect(headOf(await ask('GET', paths.paid))).toBe('Pago recibido')
  })

  it('continues with the same attempt after a card was refused', async () => {
    const { session, paths } = await ordered()
    await sandbox().stripe.refuse(session)
    expect(sessionIn(await press(await ask('GET', paths.denied), 'again'))).toBe(session)
  })

  it.each([
    ['another number', (of: string, id: string) => [of.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), id]],
    ['another answer', (of: string, id: string) => [of, id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]],
    ['something that is none', () => ['x', '../y']],
  ] as const)('tells the same and nothing of an order with %s', async (_, change) => {
    const { paths } = await ordered()
    const [, , orderId = '', id = ''] = paths.paid.split('/')
    const path = change(orderId, id).map(encodeURIComponent).join('/')
    const sent = await ask('GET', `/pago-exitoso/${path}`)
    expect(sent).toMatchObject({ status: 302, location: `/pago-denegado/${path}` })
    const denied = await ask('GET', `/pago-denegado/${path}`)
    expect([denied.status, headOf(denied), denied.text.includes('Ana')]).toEqual([404, 'No se encontró el pago', false])
    expect(alertOf(denied)).toBe(
      'En este enlace no hay nada que pagar. Abra la página que vio después de enviar su respuesta.',
    )
  })
})
