import { beforeEach, describe, expect, it } from 'vitest'
import { type Ticket, answerTicketsSchema, type AnswerTickets } from '#domain/tickets/index.ts'
import { refundUnit } from '#domain/payments/judge/index.ts'
import { generateMutationId, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { answered } from '#tests/support/server/access-stage.ts'
import { buy, made, putEvent } from '#tests/support/server/event-world.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import { runDueJobs } from '../../jobs/run-due.ts'

const RUBEN = { fullName: 'Rubén Sosa', dni: '28000111', email: 'ruben@relevo.example' }
let world: World
let answer: AnswerId
let tickets: readonly Ticket[]
let address: string | undefined
let mails: { readonly to: string; readonly text: string }[]

/** A paid order of two places in the area of `ines`, and its e-mails. */
beforeEach(async () => {
  mails = []
  address = undefined
  const home = () => 'https://relevo.example'
  const send = async ({ to, text }: { to: { address: string }; text: string }) => {
    mails.push({ to: to.address, text })
    return { ok: true, value: { id: '' } }
  }
  world = await buildWorld({ addressOf: () => address }, undefined, { home, mail: { home, send } } as never)
  answer = (await answered(world)) as AnswerId
  await putEvent(world)
  tickets = await buy(world, 1, { id: answer, facts: [buildFact('paid', { provider: 'desk' })] })
})

const PAGE = () => `/api/payments/orders/${answer}/K3WQ9ZT0M4XB/tickets`
const pdf = async (path: string) => {
  const reply = await world.ask('GET', path)
  return reply.status === 200
    ? readPdf(new Uint8Array(await reply.arrayBuffer()))
        .pages.flat()
        .join('\n')
    : reply.status
}
const as = async (user: string, method: string, path: string, body?: object) =>
  world.ask(method, `/api/answers/${answer}/tickets${path}`, {
    cookie: await world.signIn(user),
    ...(body === undefined ? {} : { body }),
  })
async function shown(reply: Response): Promise<AnswerTickets['tickets']> {
  if (reply.status !== 200) throw new Error(await reply.text())
  return answerTicketsSchema.parse(await reply.json()).tickets
}
const first = () => there(tickets[0])
const second = () => there(tickets[1])
const states = (all: AnswerTickets['tickets']) => all.map(({ state }) => state)

describe('the paper of an order', () => {
  it('is there for who has both halves of its reference, and for no one else', async () => {
    const text = String(await pdf(PAGE()))
    for (const said of ['Ana Paz', 'Platea', 'K3WQ9ZT0M4XB']) expect(text).toContain(said)
    for (const path of [
      PAGE().replace('K3W', 'K3X'),
      PAGE().replace(answer, '0'.repeat(26)),
      '/api/payments/tickets/nonsense',
    ])
      expect(await pdf(path)).toBe(404)
  })

  it('has only what lets in: not what was given back, and nothing when all was', async () => {
    const wish = (amount: number, seed: number) => ({
      id: generateMutationId(bytesFor(seed)),
      amount,
      reason: 'Lluvia',
    })
    const stepping = { now: toInstant(world.clock.now), effects: new Set<never>() }
    await world.store.commit(refundUnit(answer, wish(5_000, 1), 'sofia' as never, stepping))
    const text = String(await pdf(PAGE()))
    expect(text.match(/Ana Paz/g)).toHaveLength(1)
    await world.store.commit(refundUnit(answer, wish(5_000, 2), 'sofia' as never, stepping))
    expect(await pdf(PAGE())).toBe(404)
    expect(await pdf(`/api/payments/tickets/${first().number}`)).toBe(404)
  })
})

it.each([
  ['an order', () => PAGE()],
  ['one ticket', () => `/api/payments/tickets/${first().number}`],
])('the paper of %s is drawn for an address twenty times, with records', async (_, path) => {
  const wish = { id: generateMutationId(bytesFor(1)), amount: 10_000, reason: 'Lluvia' }
  const stepping = { now: toInstant(world.clock.now), effects: new Set<never>() }
  await world.store.commit(refundUnit(answer, wish, 'sofia' as never, stepping))
  address = '192.0.2.1'
  const replies: unknown[] = []
  // Refunded tickets count like others, and are refused quickly.
  for (let n = 0; n < 23; n += 1) replies.push(await pdf(path()))
  expect(replies.slice(19)).toEqual([404, 429, 429, 429])
  address = '192.0.2.2'
  expect(await pdf(path())).toBe(404)
})

describe('the paper and page of an event that was moved', () => {
  it('show its present date and place, also before its tickets were updated', async () => {
    const form = buildTicketForm()
    const sale = { eventDate: '2027-02-01T22:00:00.000Z', address: 'Club Atlético' }
    await world.put(keys.template(form.id), {
      ...form,
      version: 2,
      ticketSale: { ...form.ticketSale, ...sale },
    } as never)
    const page = await (await world.ask('GET', `/pago-exitoso/K3WQ9ZT0M4XB/${answer}`)).text()
    for (const text of [String(await pdf(PAGE())), page]) {
      expect(text).toContain('01/02/2027 19:00')
      expect(text).toContain('Club Atlético')
      expect(text).not.toContain('Teatro Municipal')
    }
  })
})

describe('staff', () => {
  it('see the tickets of an answer with their last passage, and neither number nor code', async () => {
    const scan = { id: `${'N'.repeat(26)}~1`, ticket: first().id, at: 5, direction: 'entry', device: 'N'.repeat(26) }
    const form = first().form
    await world.put(keys.ticketScans(form, first().id), {
      form,
      ticket: first().id,
      zone: 7,
      scans: [{ ...scan, door: 'Norte', isAdmitted: true }],
    } as never)
    const reply = await as('ines', 'GET', '')
    const text = await reply.clone().text()
    expect(await shown(reply)).toMatchObject([
      { ownerName: 'Ana Paz', state: 'valid', seen: { door: 'Norte', direction: 'entry' }, isUsed: true },
      { state: 'valid', seen: null, isUsed: false },
    ])
    for (const { number, qrCode } of tickets) for (const secret of [number, qrCode]) expect(text).not.toContain(secret)
  })

  it('hand one on: its next owner is written to with a link to that one alone, once', async () => {
    const hand = (owner = RUBEN) => as('sofia', 'POST', `/${first().id}/hand-on`, owner)
    const after = ['transferred', 'valid', 'valid']
    for (let presses = 0; presses < 2; presses += 1) expect(states(await shown(await hand()))).toEqual(after)
    expect((await hand({ ...RUBEN, dni: '30999999' })).status).toBe(409)
    await runDueJobs(world.ports, world.clock.now)
    expect(mails.map(({ to }) => to)).toEqual([RUBEN.email])
    const link = /https:\/\/relevo\.example(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
    expect(mails[0]?.text).not.toContain('K3WQ9ZT0M4XB')
    expect(String(await pdf(link))).toContain('Rubén Sosa')
    // The payer's page has only their remaining tickets.
    const own = String(await pdf(PAGE()))
    expect([own.includes('Rubén Sosa'), own.match(/Ana Paz/g)?.length]).toEqual([false, 1])
    expect(await pdf(`/api/payments/tickets/${first().number}`)).toBe(404)
    // The order's job run again creates nothing.
    expect(await made(world, answer)).toHaveLength(3)
  })

  it('keep one out and let it in again', async () => {
    const block = (body: object) => as('sofia', 'POST', `/${second().id}/block`, body)
    expect(states(await shown(await block({ reason: 'Reventa' })))).toEqual(['valid', 'blocked'])
    expect((await as('sofia', 'POST', `/${second().id}/hand-on`, RUBEN)).status).toBe(409)
    expect(states(await shown(await block({})))).toEqual(['valid', 'valid'])
    const noted = await world.store.query({ collection: 'audit', limit: 100 })
    const acts = noted.map(({ document }) => document).filter(({ action }) => action.startsWith('ticket.'))
    expect(acts).toMatchObject([
      { action: 'ticket.blocked', username: 'sofia', details: { place: 2 } },
      { action: 'ticket.unblocked', details: { place: 2 } },
    ])
  })

  it('tell the new owner of a ticket that it was blocked, valid again, and refunded', async () => {
    const handed = await shown(await as('sofia', 'POST', `/${second().id}/hand-on`, RUBEN))
    const { id = '' } = handed.find(({ ownerName }) => ownerName === RUBEN.fullName) ?? {}
    await runDueJobs(world.ports, world.clock.now)
    mails.length = 0
    for (const body of [{ reason: 'Reventa' }, { reason: 'Reventa' }, {}])
      expect((await as('sofia', 'POST', `/${id}/block`, body)).status).toBe(200)
    const refund = { id: generateMutationId(bytesFor(9)), amount: 10_000, reason: 'Lluvia', atDesk: true }
    const now = toInstant(world.clock.now)
    const stepping = { now, effects: new Set(['mail.send'] as const) }
    await world.store.commit(refundUnit(answer, refund, 'sofia' as never, stepping))
    await runDueJobs(world.ports, world.clock.now)
    const own = mails.filter(({ to }) => to === RUBEN.email).map(({ text }) => text)
    expect(own).toHaveLength(3)
    expect(own[0]).toContain('El municipio bloqueó su entrada para')
    expect(own[1]).toContain('vuelve a ser válida')
    expect(own[2]).toContain('ya no es válida: se devolvió el dinero')
    expect(own.join('')).not.toMatch(/Reventa|K3WQ9ZT0M4XB/)
  })

  it('send the e-mail again with one press, to the payer or to the owner of one', async () => {
    expect((await as('sofia', 'POST', '/send', {})).status).toBe(200)
    expect((await as('sofia', 'POST', '/send', { ticket: second().id })).status).toBe(200)
    await runDueJobs(world.ports, world.clock.now)
    expect(mails.map(({ to }) => to)).toEqual(['ana@relevo.example', 'ana@relevo.example'])
    const texts = mails.map(({ text }) => text).join('\n')
    expect(texts).toContain(`/pago-exitoso/K3WQ9ZT0M4XB/${answer}`)
    expect(texts).toContain(`/api/payments/tickets/${second().number}`)
    expect(await codeOf(await as('sofia', 'POST', '/send', { ticket: 'f'.repeat(20) }))).toBe('ticket.not-valid')
  })

  it('send the payer no e-mail that none of their tickets is left for, nor one without an address', async () => {
    expect((await as('sofia', 'POST', `/${second().id}/block`, { reason: 'Reventa' })).status).toBe(200)
    expect((await as('sofia', 'POST', `/${first().id}/hand-on`, RUBEN)).status).toBe(200)
    expect(await codeOf(await as('sofia', 'POST', '/send', {}))).toBe('ticket.not-valid')
    expect((await as('sofia', 'POST', `/${second().id}/block`, {})).status).toBe(200)
    expect((await as('sofia', 'POST', '/send', {})).status).toBe(200)
    await world.put(keys.paymentOrder(answer), {
      ...there(await world.store.get(keys.paymentOrder(answer))),
      email: '',
    })
    expect(await codeOf(await as('sofia', 'POST', '/send', {}))).toBe('ticket.not-valid')
  })

  it('of the wrong role, area or municipality do nothing of it, nor with a ticket of another answer', async () => {
    const acts = [
      ['/send', {}],
      [`/${first().id}/block`, { reason: 'Reventa' }],
      [`/${first().id}/hand-on`, RUBEN],
    ] as const
    for (const [user, status] of [
      ['ines', 403],
      ['olga', 403],
      ['uma', 404],
    ] as const)
      for (const [path, body] of acts)
        expect([user, path, (await as(user, 'POST', path, body)).status]).toEqual([user, path, status])
    const [other] = await buy(world, 7)
    expect(await codeOf(await as('sofia', 'POST', `/${there(other).id}/block`, { reason: 'Reventa' }))).toBe(
      'ticket.missing',
    )
    expect((await world.store.get(keys.ticket(there(other).id)))?.state).toBe('valid')
  })
})
