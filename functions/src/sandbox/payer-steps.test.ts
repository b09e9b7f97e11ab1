import { describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '#tests/support/builders/paying.ts'
import {
  alertOf,
  buildPayerBrowser,
  fieldsOf,
  headOf,
  PAYER,
  sessionIn,
  unescaped,
} from '#tests/support/server/payer-browser.ts'
import { there } from '#tests/support/there.ts'

/** From the saved answer to the page for paying. */
const { sandbox, world, ask, press, answered, summed, ordered, later, putForm } = buildPayerBrowser()
const HOUR = 3_600_000

describe('the steps of a payment', () => {
  it('go from order to data, summary and the provider, in small pages that work without a script', async () => {
    const first = await ask('POST', '/pago', await answered())
    expect([first.status, headOf(first), first.headers.get('cache-control')]).toEqual([200, 'Orden', 'no-store'])
    expect(first.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    for (const said of [
      'Quedan 5. Como máximo 3 por persona.',
      '10/01/2027 18:00<br />Teatro Municipal',
      '<strong>$ 50,00</strong>',
    ])
      expect(first.text).toContain(said)
    const data = await press(first, 'data', { zone: '7', quanty: '2' })
    expect(headOf(data)).toBe('Sus datos')
    const summary = await press(data, 'summary', PAYER)
    expect([headOf(summary), unescaped(summary.text).includes('Ana <Paz>'), summary.text.includes('<Paz>')]).toEqual([
      'Resumen',
      true,
      false,
    ])
    expect(summary.text).toContain('Pagar $ 100,00')
    expect(summary.text).toContain('PRUEBA')
    const go = await press(summary, 'pay')
    expect(sandbox().stripe.sessions.get(sessionIn(go))?.status).toBe('open')
    expect(Math.max(...[first, data, summary, go].map(({ text }) => text.length))).toBeLessThan(10_000)
  })

  it('begin with the payer where the form has asked what is bought, and that can still be bought', async () => {
    const of = await answered()
    const data = await ask('POST', '/pago', { ...of, zone: '7', quanty: '2' })
    expect([headOf(data), fieldsOf(data.text)]).toMatchObject(['Sus datos', { zone: '7', quanty: '2' }])
    expect(headOf(await press(data, 'order'))).toBe('Orden')
    expect((await press(data, 'summary', PAYER)).text).toContain('Pagar $ 100,00')
    for (const [zone, quanty] of [
      ['7', '4'],
      ['7', '0'],
      ['99', '1'],
      ['x', '1'],
      ['7', ''],
    ] as const)
      expect([zone, quanty, headOf(await ask('POST', '/pago', { ...of, zone, quanty }))]).toEqual([
        zone,
        quanty,
        'Orden',
      ])
  })

  it('have addresses that Back leads to, with nothing to be read in them, for an hour', async () => {
    const of = await answered()
    const shown = await press(await ask('POST', '/pago', of), 'data', { zone: '7', quanty: '2' })
    const summary = await press(shown, 'summary', PAYER)
    for (const secret of [of.answer, of.proof, PAYER.dni]) expect(summary.path).not.toContain(secret)
    expect(summary.path.length).toBeLessThan(800)
    const posted = world().ask('POST', '/pago', { body: new URLSearchParams(fieldsOf(summary.text)).toString() })
    expect((await posted).status).toBe(303)
    const go = await press(summary, 'pay')
    expect(sessionIn(await ask('GET', go.path))).toBe(sessionIn(go))
    expect(headOf(await ask('GET', shown.path))).toBe('Sus datos')
    expect(await ask('GET', summary.path)).toMatchObject({ status: 200, text: summary.text })
    const forged = `${summary.path.slice(0, -1)}${summary.path.endsWith('A') ? 'B' : 'A'}`
    expect((await ask('GET', forged)).status).toBe(404)
    await later(HOUR + 1)
    expect((await ask('GET', summary.path)).status).toBe(404)
  })

  it('speak the language of the reader', async () => {
    const { text } = await ask('POST', '/pago', await answered(), 'en')
    expect(text).toContain('What do you want to buy?')
  })

  it('name the form in the language of the reader', async () => {
    await putForm({ titulo: 'Concierto', tituloAlternativeLanguage_en: 'Concert' })
    const of = await answered()
    expect((await ask('POST', '/pago', of, 'en')).text).toContain('<title>Order · Concert</title>')
    expect((await ask('POST', '/pago', of, 'es')).text).toContain('<title>Orden · Concierto</title>')
  })

  it('speak the language that was chosen in the app, up to the page of the order', async () => {
    await putForm({}, { validated: true })
    const first = await ask('POST', '/pago', { ...(await answered()), lang: 'en' })
    const summary = await press(await press(first, 'data', { zone: '7', quanty: '1' }), 'summary', PAYER)
    const { location = '' } = await press(summary, 'pay')
    const order = await ask('GET', location)
    expect([location.endsWith('?lang=en'), headOf(order)]).toEqual([true, 'Pending validation'])
    expect((await press(order, '')).location).toBe(location)
    await later(73 * HOUR)
    const denied = await ask('GET', (await ask('GET', location)).location ?? '')
    expect([headOf(denied), fieldsOf(denied.text)['lang']]).toEqual(['The payment was not made', 'en'])
  })

  it('begin with the citizen of the answer, and keep what was typed', async () => {
    const of = await answered()
    const key = keys.answer(of.answer as never)
    const stored = there(await world().store.get(key))
    const datosCiudadano = citizenSchema.parse({
      nombre: 'Luis',
      apellido: 'Gil',
      dni: '20333444',
      email: 'luis@x.example',
      telefono: '351',
      tipo: 'fisica',
    })
    await world().put(key, { ...stored, datosCiudadano })
    const data = await press(await ask('POST', '/pago', of), 'data', { zone: '2', quanty: '1' })
    expect(fieldsOf(data.text)).toMatchObject({
      fullName: 'Luis Gil',
      dni: '20333444',
      email: 'luis@x.example',
      phone: '351',
    })
    const wrong = await press(data, 'summary', { email: 'luis@', dni: '' })
    expect([headOf(wrong), fieldsOf(wrong.text)['email']]).toEqual(['Sus datos', 'luis@'])
    expect(wrong.text).toMatch(/id="dni"[^>]*aria-describedby="dni-wrong" aria-invalid="true"/)
    expect(wrong.text).toContain('Ingrese una dirección de correo')
  })

  it('say what is sold out, how many are in other hands and until when, and offer to look again', async () => {
    await ordered()
    await ordered()
    const late = await summed({ zone: '7', quanty: '1' })
    await press(await summed({ zone: '7', quanty: '1' }), 'pay')
    const refused = await press(late, 'pay')
    expect([refused.status, headOf(refused), alertOf(refused)]).toEqual([409, 'Orden', 'No quedan entradas'])
    expect(refused.text).toContain(
      'Otras personas reservaron 5 y tienen 60 minutos para pagar; lo que no paguen queda disponible.',
    )
    expect(refused.text).toContain('Actualizar')
    expect(refused.text).toMatch(/value="7" required[^>]* disabled/)
    await later(HOUR + 1)
    const free = await press(refused, 'order')
    expect(free.text).toContain('Quedan 5')
  })

  it('show a price that went up before it is paid', async () => {
    const refused = await press(await summed(), 'pay', { shown: '9999' })
    expect([refused.status, headOf(refused), alertOf(refused)]).toEqual([
      409,
      'Resumen',
      'El precio cambió. Revise el nuevo precio antes de pagar.',
    ])
    expect(sessionIn(await press(refused, 'pay'))).not.toBe('')
  })

  it('have the prices of the current version, whichever version the answer names', async () => {
    const answer = await answered()
    const zones = [{ id: 7, name: 'Platea', price: 90_000, maxQuantity: 5 }]
    const dear = buildTicketForm({ ticketSale: { ...buildTicketForm().ticketSale, zones } })
    await world().put(keys.template(dear.id), { ...dear, version: 2 })
    await world().put(keys.templateVersion(dear.id, 2), { ...dear, version: 2 })
    const first = await ask('POST', '/pago', answer)
    expect(first.text).toContain('<strong>$ 900,00</strong>')
    const summary = await press(await press(first, 'data', { zone: '7', quanty: '1' }), 'summary', PAYER)
    expect(summary.text).toContain('Pagar $ 900,00')
    const refused = await press(summary, 'pay', { shown: '5000' })
    expect([refused.status, refused.text.includes('$ 900,00')]).toEqual([409, true])
  })

  it('say at once that nothing is sold of an event that is over', async () => {
    await putForm({ ticketSale: { ...buildTicketForm().ticketSale, eventDate: '2020-01-01T00:00:00.000Z' } })
    const first = await ask('POST', '/pago', await answered())
    expect([headOf(first), alertOf(first)]).toEqual(['Orden', 'En este momento la venta está cerrada.'])
  })

  it('say what to do where nothing is connected, and where the provider cannot be reached', async () => {
    sandbox().misbehave('cut')
    const cut = await press(await summed(), 'pay')
    expect([cut.status, alertOf(cut)]).toEqual([502, expect.stringContaining('No se le cobró nada')])
    sandbox().misbehave(undefined)
    await world().put(keys.paymentAccount(OWNER), {
      ...buildAccount({ mode: 'test' }),
      provider: 'mercado-pago',
    } as never)
    const other = await press(cut, 'pay')
    expect([alertOf(other), other.text.includes('en la ventanilla del municipio')]).toEqual([
      'Este municipio todavía no recibe pagos en línea. Comuníquese con el municipio.',
      true,
    ])
  })

  it('take a code off the price, and ask for it again in the next attempt', async () => {
    await putForm({}, { discounts: [{ name: 'Vecinos', code: 'VECINO', percentOff: 50 }] })
    const first = await ask('POST', '/pago', await answered())
    const wrong = await press(first, 'data', { zone: '2', quanty: '1', code: 'NADA' })
    expect([headOf(wrong), alertOf(wrong)]).toEqual([
      'Orden',
      'Este código de descuento no es válido. Revíselo o deje el campo vacío.',
    ])
    const summary = await press(await press(wrong, 'data', { code: 'vecino' }), 'summary', PAYER)
    expect(summary.text).toContain('−$ 10,00')
    const session = sessionIn(await press(summary, 'pay'))
    await sandbox().stripe.expire(session)
    const denied = await ask(
      'GET',
      new URL(there(sandbox().stripe.sessions.get(session)).form.get('cancel_url') ?? '').pathname,
    )
    expect(sessionIn(await press(denied, 'again'))).not.toBe('')
  })

  it('end at once where nothing is to be paid any more', async () => {
    await putForm(
      { ticketSale: undefined },
      {
        base: 1_000,
        currency: { sign: '$', name: 'ARS' },
        discounts: [{ name: 'Todos', code: 'TODOS', percentOff: 100 }],
      },
    )
    const first = await ask('POST', '/pago', await answered())
    expect([headOf(first), first.text.match(/\$ 10,00/g)?.length]).toEqual(['Orden', 2])
    const data = await press(first, 'data', { code: 'todos' })
    const summary = await press(data, 'summary', PAYER)
    expect(summary.text).toContain('Confirmar')
    const done = await press(summary, 'pay')
    expect([done.status, done.location]).toEqual([303, expect.stringMatching(/^\/pago-exitoso\/[0-9A-Z]{12}\//)])
    expect(headOf(await ask('GET', done.location ?? ''))).toBe('Orden confirmada')
  })

  it('wait for staff where the form wants it, and are paid on the same page afterwards', async () => {
    await putForm({}, { validated: true })
    const summary = await summed()
    expect(summary.text).toContain('Pedir la validación')
    const done = await press(summary, 'pay')
    const path = done.location ?? ''
    expect(headOf(await ask('GET', path))).toBe('Pendiente de validar')
    const [, , orderId, id] = path.split('/')
    const cookie = await world().signIn('sofia')
    expect((await world().ask('POST', `/api/answers/${id}/payment/validation`, { cookie })).status).toBe(200)
    const validated = await ask('GET', path)
    expect(headOf(validated)).toBe('Orden validada')
    expect(validated.text).toContain('Pagar $ 100,00')
    const go = await press(validated, 'again')
    expect(there(sandbox().stripe.sessions.get(sessionIn(go))).form.get('success_url')).toContain(orderId)
  })

  it('are gone on with by who was validated after the time of the wait, who has not been denied anything', async () => {
    await putForm({}, { validated: true })
    const path = (await press(await summed(), 'pay')).location ?? ''
    await later(73 * HOUR)
    const denied = (await ask('GET', path)).location ?? ''
    expect(headOf(await ask('GET', denied))).toBe('El pago no se realizó')
    const [, , orderId = '', id = ''] = path.split('/')
    const cookie = await world().signIn('sofia')
    expect((await world().ask('POST', `/api/answers/${id}/payment/validation`, { cookie })).status).toBe(200)
    const late = await ask('GET', denied)
    expect([headOf(late), alertOf(late), late.text.includes('Pagar $ 100,00')]).toEqual(['Orden validada', '', true])
    const summary = await ask('POST', '/pago', { answer: id, orderId, step: 'summary' })
    expect([summary.text.includes('Pedir la validación'), summary.text.includes('El municipio debe validar')]).toEqual([
      false,
      false,
    ])
    expect(fieldsOf(late.text)).toMatchObject({ answer: id, orderId, step: 'again' })
  })

  it('are shown to who handed the answer in alone', async () => {
    const [mine, other] = [await answered(), await answered()]
    for (const fields of [
      { answer: mine.answer },
      { ...mine, proof: other.proof },
      { ...mine, proof: '', orderId: 'K3WQ9ZT0M4XB' },
      { answer: 'x' },
    ]) {
      const refused = await ask('POST', '/pago', fields)
      expect([refused.status, refused.text.includes('En este enlace no hay nada que pagar')]).toEqual([404, true])
    }
    const foreign = await world().ask('POST', '/pago', {
      body: new URLSearchParams(mine).toString(),
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    expect(await foreign.text()).toContain('otro sitio')
    const typed = await ask('GET', '/pago')
    expect([typed.status, typed.text.includes('En este enlace no hay nada que pagar')]).toEqual([404, true])
    expect((await ask('POST', '/pago', { ...mine, code: 'x'.repeat(20_000) })).status).toBe(413)
  })
})
