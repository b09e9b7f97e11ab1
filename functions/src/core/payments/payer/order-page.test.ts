import { describe, expect, it } from 'vitest'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

describe('the page of an order', () => {
  it.each([
    ['pago-exitoso', { status: 'Pagado', delivery: 'delivered', facts: [buildFact('paid')] }],
    ['pago-denegado', { status: 'Rechazado', facts: [buildFact('refused'), buildFact('closed', { reference: '1' })] }],
  ])('%s shows the code of the answer, by which the desk finds it', async (page, change) => {
    const world = await buildWorld()
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const { codigoMunicipio } = there(await world.store.get(keys.answer(id)))
    await world.put(keys.paymentOrder(id), buildOrder({ id, ...change }))
    const response = await world.ask('GET', `/${page}/K3WQ9ZT0M4XB/${id}?lang=es`)
    const text = await response.text()
    expect(text).toContain(`<dt>Código de su respuesta</dt><dd><code>${codigoMunicipio}</code></dd>`)
    expect(text).toContain('<header><p><span>Villa Serena</span></p>')
  })

  it.each([
    ['es', 'Orden confirmada', 'No tuvo costo.'],
    ['en', 'Order confirmed', 'No payment was required.'],
  ])('of an order of 0 confirms it, and names no payment that was received (%s)', async (lang, heading, about) => {
    const world = await buildWorld()
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const facts = [buildFact('waived', { attempt: 0, provider: 'desk', reference: '', amount: 0 })]
    const change = { status: 'Pagado', delivery: 'delivered', amount: 0, attempts: [], facts }
    await world.put(keys.paymentOrder(id), buildOrder({ id, ...change }))
    const text = await (await world.ask('GET', `/pago-exitoso/K3WQ9ZT0M4XB/${id}?lang=${lang}`)).text()
    expect(text).toContain(`<title>${heading} · K3WQ9ZT0M4XB`)
    expect(text).toContain(`<h1>${heading}</h1>\n      <p>${about}</p>`)
    expect(text).not.toMatch(/Payment received|received your payment|Pago recibido|Recibimos su pago/)
  })

  it.each([
    ['es', 'Evento', 'Fecha del evento'],
    ['en', 'Event', 'Date of the event'],
  ])('names the event, and labels its date so that it is not read as the payment’s (%s)', async (lang, event, date) => {
    const world = await buildWorld()
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const form = buildTicketForm()
    await world.put(keys.template(form.id), { ...form, titulo: 'Noche <1>' })
    const change = { status: 'Pagado', delivery: 'delivered', facts: [buildFact('paid')] } as const
    await world.put(keys.paymentOrder(id), buildOrder({ id, form: form.id, ...change }))
    const text = await (await world.ask('GET', `/pago-exitoso/K3WQ9ZT0M4XB/${id}?lang=${lang}`)).text()
    expect(text).toContain(
      `<div><dt>${event}</dt><dd>Noche &lt;1&gt;</dd></div><div><dt>${date}</dt><dd>10/01/2027 18:00</dd></div>`,
    )
    expect(text).not.toMatch(/Fecha y hora|Date and time/)
  })

  it.each([
    ['pago-exitoso', { status: 'Pagado', delivery: 'delivered', isEvent: true, facts: [buildFact('paid')] }, []],
    ['pago-exitoso', { status: 'Pagado', delivery: 'sold-out', facts: [buildFact('paid')] }, ['llegó después de que']],
    ['pago-denegado', { status: 'Rechazado', facts: [buildFact('closed', { reference: '1' })] }, []],
  ])('%s of a cancelled event says so, and offers neither tickets nor payment', async (page, change, texts) => {
    const world = await buildWorld()
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const form = buildTicketForm()
    const ticketSale = { ...form.ticketSale, cancelled: form.timeStamp } as never
    await world.put(keys.template(form.id), { ...form, ticketSale })
    await world.put(keys.paymentOrder(id), buildOrder({ id, form: form.id, tickets: ['0'.repeat(20)], ...change }))
    const response = await world.ask('GET', `/${page}/K3WQ9ZT0M4XB/${id}?lang=es`)
    const text = await response.text()
    for (const expected of ['Este evento fue cancelado.', ...texts]) expect(text).toContain(expected)
    expect(text).not.toMatch(/\/tickets"|Reintentar|se vendiera|<button>(?!Comprobar)/)
  })
})
