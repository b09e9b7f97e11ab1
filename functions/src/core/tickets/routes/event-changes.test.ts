import { beforeEach, describe, expect, it } from 'vitest'
import { readEventSales } from '#domain/tickets/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { keys, remove } from '#domain/store/index.ts'
import { buildCancellationJobId } from '#domain/tickets/judge/index.ts'
import { generateAnswerId, ok, refuse, type AnswerId } from '#domain/kernel/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buy } from '#tests/support/server/event-world.ts'
import { templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import { queueCancellationRefunds } from '../../payments/visit-event-orders.ts'

const FORM = buildTicketForm({ opcionales: { publico: true, addPaymentGateway: true }, muniCore: undefined })
const NEW_DATE = '2027-02-01T22:00:00.000Z'
const MOVE = { version: 1, eventDate: NEW_DATE }

let world: World
let mails: { readonly to: string; readonly subject: string; readonly text: string }[]
let refunds: { readonly key: string; readonly amount: number }[]
let refuses: 'never' | 'finally'
beforeEach(async () => {
  ;[mails, refunds, refuses] = [[], [], 'never']
  const home = () => 'https://relevo.example'
  const send = async ({ to, subject, text }: { to: { address: string }; subject: string; text: string }) => {
    mails.push({ to: to.address, subject, text })
    return ok({ id: '' })
  }
  // Like a provider: a repeated key refunds once.
  const refund = async (asked: { amount: number; refund: { payment: string } }, key: string) => {
    if (refuses === 'finally') return { ...refuse('payment.failed'), isFinal: true }
    if (!refunds.some((known) => known.key === key)) refunds.push({ key, amount: asked.amount })
    return ok(buildFact('refunded', { reference: `re_${key}`, of: asked.refund.payment, amount: asked.amount }))
  }
  const payments = { stripe: { refund, close: async () => ok([]), look: async () => ok([]) } }
  world = await buildWorld({}, undefined, { home, mail: { home, send }, payments } as never)
  await world.put(keys.template(FORM.id), FORM)
  await world.put(keys.paymentAccount(OWNER), buildAccount())
  await addPerson(world.put, buildUser('tere', 'ROLE_TESORERIA', [OTHER_AREA]))
  await addPerson(world.put, buildUser('sara', 'ROLE_SUPERVISOR', [AREA]))
})

const cookies = new Map<string, string>()
beforeEach(() => cookies.clear())
async function ask(who: string, part: 'move' | 'cancel', body?: unknown) {
  const cookie = cookies.get(who) ?? (await world.signIn(who))
  cookies.set(who, cookie)
  const path = `/api/events/${FORM.id}/${part}`
  return world.ask('POST', path, { cookie, ...(body === undefined ? {} : { body }) })
}
async function sales() {
  const cookie = await world.signIn('sofia')
  return readEventSales.reply.parse(await (await world.ask('GET', `/api/events/${FORM.id}/sales`, { cookie })).json())
}
const bought = (number: number, change: object = {}) =>
  buy(world, number, {
    orderId: `K3WQ9ZT0M4X${number}`,
    facts: [buildFact('paid', { reference: `pi_${number}` })],
    ...change,
  })
async function runAll(): Promise<void> {
  for (let runs = 0; runs < 50 && (await runDueJobs(world.ports, world.clock.now)) > 0; runs += 1)
    world.clock.now += 30_000
}
const current = async () => (await world.store.get(keys.template(FORM.id)))?.ticketSale

describe('a change of date', () => {
  it('is published, e-mailed to each buyer once, and shown by the tickets and the page', async () => {
    await bought(1)
    await bought(2)
    // Neither the dialog nor the progress counts an unpaid order.
    await buy(world, 3, { orderId: 'K3WQ9ZT0M4X3', facts: [], status: 'Pendiente de validar', delivery: 'none' })
    expect((await sales()).buyers).toMatchObject({ holders: 2, paid: 2, kept: 20_000, refunded: 20_000, atDesk: 0 })
    // A supervisor of the area may also publish the form.
    expect((await ask('sara', 'move', MOVE)).status).toBe(204)
    expect(await sales()).toMatchObject({ eventDate: NEW_DATE, version: 2, moving: { done: 0, of: 2 } })
    await runAll()
    expect(mails.map(({ to }) => to)).toEqual(['ana@relevo.example', 'ana@relevo.example'])
    for (const text of ['Antes: 10/01/2027 18:00', 'Ahora: 01/02/2027 19:00', 'Si no puede asistir'])
      expect(mails[0]?.text).toContain(text)
    expect((await sales()).moving).toBeUndefined()
    const tickets = await world.store.query({ collection: 'boletos', limit: 9 })
    expect(new Set(tickets.map(({ document }) => document.eventDate))).toEqual(new Set([NEW_DATE]))
    const entry = (await world.store.query({ collection: 'audit', limit: 99 })).map(({ document }) => document.action)
    expect(entry.filter((action) => action.startsWith('event.'))).toEqual(['event.moved'])
  })

  it('ends a sale with the event that would end after it', async () => {
    const sale = { ...FORM.ticketSale, saleUntil: '2027-01-10T21:00:00.000Z' } as never
    await world.put(keys.template(FORM.id), { ...FORM, ticketSale: sale })
    const eventDate = '2027-01-08T21:00:00.000Z'
    expect((await ask('sofia', 'move', { version: 1, eventDate })).status).toBe(204)
    expect(await current()).toMatchObject({ eventDate, saleUntil: eventDate })
  })

  it('keeps an unpublished draft, which continues with the new date', async () => {
    const draft = templateDraftSchema.parse({ ...FORM, titulo: 'Borrador' })
    const calls = templateCalls(world)
    expect((await calls.keep('sofia', FORM.id, { base: 1, revision: 0 }, draft)).status).toBe(200)
    expect((await ask('ada', 'move', MOVE)).status).toBe(204)
    const kept = await world.store.get(keys.keptDraft(FORM.id))
    expect(kept).toMatchObject({ titulo: 'Borrador', base: 2, revision: 2, ticketSale: { eventDate: NEW_DATE } })
  })

  it('repeated with the same date changes and sends nothing', async () => {
    await bought(1)
    await ask('sofia', 'move', MOVE)
    expect((await ask('sara', 'move', MOVE)).status).toBe(204)
    await runAll()
    expect([(await sales()).version, mails.length]).toEqual([2, 1])
  })

  it.each([
    ['another date of the same version', { version: 1, eventDate: '2027-03-01T22:00:00.000Z' }, 'template.conflict'],
    ['the past', { version: 2, eventDate: '2020-01-01T00:00:00.000Z' }, 'sale.dates'],
    ['an end before its start', { version: 2, eventDate: NEW_DATE, eventEnd: NEW_DATE }, 'sale.dates'],
    ['no date', { version: 2 }, 'request.malformed'],
    ['no instant', { version: 2, eventDate: 'tomorrow' }, 'request.malformed'],
    ['unknown fields', { version: 2, eventDate: NEW_DATE, cancelled: NEW_DATE }, 'request.malformed'],
    ['no object', [], 'request.malformed'],
  ])('is refused with %s', async (_, body, code) => {
    await ask('sofia', 'move', MOVE)
    expect(await codeOf(await ask('sofia', 'move', body))).toBe(code)
  })
})

describe('a cancellation', () => {
  it('refunds each order once and e-mails each buyer once, also if two people press it at once', async () => {
    await bought(1)
    await bought(2)
    await bought(3, { facts: [buildFact('paid', { provider: 'desk', reference: 'M3', method: 'cash' })] })
    const replies = await Promise.all(['sofia', 'ada', 'sofia'].map((who) => ask(who, 'cancel')))
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await sales()).cancellation).toMatchObject({ isRunning: true, counts: { waiting: 3 } })
    await runAll()
    expect(refunds.map(({ amount }) => amount)).toEqual([10_000, 10_000])
    const cancelled = mails.filter(({ subject }) => subject.startsWith('Se canceló un evento'))
    expect(cancelled).toHaveLength(3)
    expect(await sales()).toMatchObject({
      buyers: { kept: 10_000 },
      failedEmails: 0,
      cancellation: {
        isRunning: false,
        counts: { waiting: 0, refunding: 0, done: 2, desk: 1, failed: 0, disputed: 0 },
        open: [{ state: 'desk', amount: 10_000, orderId: 'K3WQ9ZT0M4X3', name: 'Ana Paz' }],
      },
    })
    const sent = mails.length
    await ask('ada', 'cancel')
    await runAll()
    expect([refunds.length, mails.length]).toEqual([2, sent])
  })

  it('ends the sale, the doors and the form for good', async () => {
    const known = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 9)) as AnswerId)))
    const [ticket] = await bought(1)
    await ask('sofia', 'cancel')
    expect(await current()).toMatchObject({ cancelled: expect.any(String) })
    const answer = there(ticket).order
    await world.put(keys.answer(answer), { ...known, id: answer })
    const shown = await world.ask('GET', `/api/answers/${answer}/tickets`, { cookie: await world.signIn('sofia') })
    expect(await shown.json()).toMatchObject({ isCancelled: true, tickets: [{ state: 'valid' }, { state: 'valid' }] })
    expect(await codeOf(await world.ask('GET', `/api/public/forms/${FORM.id}`))).toBe('payment.event-cancelled')
    const page = await (await world.ask('GET', `/publico/contestar/${FORM.id}`)).text()
    expect(page).toContain('Este evento fue cancelado')
    expect(await codeOf(await ask('sofia', 'move', { ...MOVE, version: 2 }))).toBe('payment.event-cancelled')
    const pdf = await world.ask('GET', `/api/payments/tickets/${ticket?.number}`)
    expect(await codeOf(pdf)).toBe('payment.event-cancelled')
  })

  it('cannot be undone by an editor, and is not copied', async () => {
    await ask('sofia', 'cancel')
    const draft = templateDraftSchema.parse({ ...FORM, titulo: 'Otra fecha' })
    expect((await templateCalls(world).save('sofia', FORM.id, 2, draft)).status).toBe(200)
    expect(await world.store.get(keys.template(FORM.id))).toMatchObject({
      version: 3,
      titulo: 'Otra fecha',
      ticketSale: { cancelled: expect.any(String) },
    })
    const copy = templateIdOf('K')
    expect((await templateCalls(world).duplicate('ada', FORM.id, { id: copy, area: AREA })).status).toBe(200)
    const stored = await world.store.get(keys.template(copy))
    expect([stored?.ticketSale?.zones.length, stored?.ticketSale?.cancelled]).toEqual([2, undefined])
  })

  it('shows refunds that the provider refused, and repeats them once', async () => {
    await bought(1)
    refuses = 'finally'
    await ask('sofia', 'cancel')
    await runAll()
    expect((await sales()).cancellation).toMatchObject({
      counts: { failed: 1, done: 0 },
      open: [{ state: 'failed', amount: 10_000, problem: { code: 'payment.failed' } }],
    })
    refuses = 'never'
    // The treasury may repeat what was decided.
    expect((await ask('tere', 'cancel')).status).toBe(204)
    await runAll()
    expect((await sales()).cancellation).toMatchObject({ counts: { failed: 0, done: 1 }, open: [] })
    expect(refunds.map(({ amount }) => amount)).toEqual([10_000])
  })

  it('shows failed refunds among many failed jobs, and refunds whose jobs ended without a result', async () => {
    for (const number of [1, 2, 3, 4]) await bought(number)
    const failing = { state: 'dead', attempts: 1, dueAt: '2026-01-01T00:00:00.000Z', municipality: OWNER } as const
    const payload = { answer: generateAnswerId(bytesFor(99)) }
    for (let number = 0; number < 1_001; number += 1) {
      const id = `citizen.state~${number}`
      await world.put(keys.job(id), { ...failing, id, kind: 'citizen.state', payload })
    }
    await ask('sofia', 'cancel')
    const job = there(await world.store.get(keys.job(buildCancellationJobId(FORM.id))))
    await queueCancellationRefunds(world.ports, job as never, new Set(['mail.send', 'payment.refund']))
    const [dead, gone, done] = [1, 2, 3].map((number) =>
      keys.job(`payment.refund~${generateAnswerId(bytesFor(number))}~0`),
    )
    const mail = keys.job(`mail.send~${generateAnswerId(bytesFor(4))}~cancelled`)
    const change = async (key = mail, state: object = {}) =>
      world.put(key, { ...there(await world.store.get(key)), dueAt: '2027-03-01T00:00:00.000Z', ...state } as never)
    await change(dead, { state: 'dead', lastProblem: { code: 'network.unreachable' } })
    await change(gone)
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: undefined, writes: [remove(there(gone))] }),
    })
    await change(done, { state: 'done' })
    await change(mail, { state: 'dead' })
    const found = await sales()
    expect(found.failedEmails).toBe(1)
    expect(found.cancellation?.counts).toMatchObject({ failed: 3, refunding: 1 })
    expect(found.cancellation?.open.map(({ orderId, problem }) => [orderId.at(-1), problem?.code])).toEqual([
      ['1', 'network.unreachable'],
      ['2', 'server.failed'],
      ['3', 'server.failed'],
    ])
    // Repeating it queues them again.
    await world.put(keys.job(job.id), { ...job, state: 'done' })
    await ask('tere', 'cancel')
    await runAll()
    expect((await sales()).cancellation).toMatchObject({ counts: { done: 4 }, open: [] })
    expect(refunds.map(({ amount }) => amount)).toEqual([10_000, 10_000, 10_000, 10_000])
  })
})

/**
 * Roles that change the date of an event (`M`) and that cancel it (`C`): from its area, from another area of its
 * municipality and from another municipality. Written by hand, independently of rights.ts. A form that the role may not
 * reach does not exist for it (`-`); without the right, the request is forbidden (`f`).
 */
const CHANGES: Readonly<Record<Role, readonly [own: string, near: string, far: string]>> = {
  ROLE_ADMIN: ['MC', 'MC', 'MC'],
  ROLE_SUPERVISOR_ELEVADO: ['MC', 'MC', '--'],
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['Mf', '-f', '-f'],
  ROLE_SUPERVISOR_CORRECTOR: ['Mf', '-f', '-f'],
  ROLE_SUPERVISOR_DUPLICADOR: ['Mf', '-f', '-f'],
  ROLE_SUPERVISOR: ['Mf', '-f', '-f'],
  ROLE_CENSISTA_PRIVADO: ['ff', 'ff', 'ff'],
  ROLE_GENERADOR_RESPUESTAS: ['ff', 'ff', 'ff'],
  ROLE_GENERADOR_CORRECTOR_RESPUESTAS: ['ff', 'ff', 'ff'],
  ROLE_GENERADOR: ['Mf', '-f', '-f'],
  ROLE_INSPECTOR_ELEVADO_CORRECTOR: ['ff', 'ff', 'ff'],
  ROLE_INSPECTOR_ELEVADO: ['ff', 'ff', 'ff'],
  ROLE_INSPECTOR: ['ff', 'ff', 'ff'],
  ROLE_INSPECTOR_ACTAS: ['ff', 'ff', 'ff'],
  ROLE_TESORERIA: ['ff', 'ff', 'f-'],
}

it.each(ROLES)('%s changes and cancels what its rights allow', async (role) => {
  const form = { ...FORM, opcionales: { ...FORM.opcionales, publico: false } }
  const found: string[] = []
  for (const area of [AREA, OTHER_AREA, FOREIGN_AREA]) {
    await addPerson(world.put, buildUser('rosa', role, [area]))
    cookies.clear()
    let marks = ''
    for (const part of ['move', 'cancel'] as const) {
      await world.put(keys.template(FORM.id), form)
      const reply = await ask('rosa', part, part === 'move' ? MOVE : undefined)
      const refusal = reply.status === 204 ? undefined : await codeOf(reply)
      const changed = JSON.stringify(await current()) !== JSON.stringify(form.ticketSale)
      expect([part, changed]).toEqual([part, refusal === undefined])
      if (refusal === undefined) marks += part === 'move' ? 'M' : 'C'
      else marks += { 'template.missing': '-', 'access.forbidden': 'f' }[refusal] ?? refusal
    }
    found.push(marks)
  }
  expect(found).toEqual(CHANGES[role])
})

it.each(['move', 'cancel'] as const)('without an account there is no %s', async (part) => {
  expect((await world.ask('POST', `/api/events/${FORM.id}/${part}`, { body: MOVE })).status).toBe(401)
})
