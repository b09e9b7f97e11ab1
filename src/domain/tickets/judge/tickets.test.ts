import { beforeEach, describe, expect, it } from 'vitest'
import { buildPaying, OWNER, paid, type Paying, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { MAX_UNKNOWN_TICKETS, type StoredScan, type Ticket, buildDoorReport } from '../index.ts'
import { deviceIdSchema, generateMutationId, userIdSchema, type AnswerId, type TemplateId } from '../../kernel/index.ts'
import { countStock } from '../../payments/index.ts'
import { keys } from '../../store/index.ts'
import { judgeScanUnit, storeScansUnit } from './scan-units.ts'
import { recordRefundResultUnit, refundUnit } from '../../payments/judge/units.ts'
import {
  blockTicketUnit,
  transferTicketUnit,
  loadTicketKeysUnit,
  addTicketsUnit,
  type NewTicket,
} from './ticket-units.ts'

const SOFIA = userIdSchema.parse('sofia')
let city: Paying
beforeEach(() => {
  city = buildPaying()
})

const made = (place: number, turn = 0): NewTicket => {
  const hash = `${place}${turn}`.padEnd(20, 'a')
  return { hash, number: `${place}${turn}`.padEnd(20, 'b'), place, turn, code: `RT1:${place}${turn}` }
}
const [FIRST, SECOND] = [made(0), made(1)]
const seen = (hash: string, at: number): StoredScan => {
  const device = deviceIdSchema.parse('N'.repeat(26))
  return {
    id: `${device}~${at}${hash.codePointAt(0)}`,
    ticket: hash,
    at,
    direction: 'entry',
    device,
    door: 'Norte',
    isAdmitted: true,
  }
}
const RUBEN = { fullName: 'Rubén Sosa', dni: '28.000.111', email: 'ruben@relevo.example' }

/** Two places for 100.00, paid. */
function bought(): AnswerId {
  const id = city.answer()
  city.order(id)
  city.heard(id, paid())
  return id
}
const give = (id: AnswerId, ...tickets: readonly NewTicket[]) => city.desk.commit(addTicketsUnit(id, tickets, NOW))
const ticket = ({ hash }: NewTicket): Ticket => city.desk.documents.get(keys.ticket(hash)) as Ticket
const states = (...tickets: readonly NewTicket[]) => tickets.map((one) => ticket(one)?.state)
/** A ticket is used to enter. */
const enter = ({ hash }: NewTicket, form: TemplateId) =>
  city.desk.commit(storeScansUnit(form, [{ ...seen(hash, 1_000) }]))
const asked = (id: AnswerId, amount: number, tickets?: readonly NewTicket[]) => {
  const wish = { id: generateMutationId(new Uint8Array(16).fill((refunds += 1))), amount, reason: 'Lluvia' }
  const named = tickets === undefined ? wish : { ...wish, tickets: tickets.map(({ hash }) => hash) }
  return city.desk.commit(refundUnit(id, named, SOFIA, STEPPING))
}
let refunds = 0
/** Staff refund a payment, and the provider has performed it. */
function back(id: AnswerId, amount: number, tickets?: readonly NewTicket[]): void {
  const wish = asked(id, amount, tickets)
  const fact = buildFact('refunded', { attempt: 0, reference: `re_${refunds}`, of: 'pi_1', amount })
  const refund = wish.ok ? wish.value.refunds.at(-1)?.id : undefined
  city.desk.commit(recordRefundResultUnit(id, refund ?? '', fact, STEPPING))
}

describe('the tickets of an order', () => {
  it('are owed once, when it is paid, and only of an event', () => {
    const id = bought()
    city.heard(id, paid('pi_2'))
    expect(city.jobs().filter((job) => job.startsWith('payment.tickets'))).toEqual(['payment.tickets'])
    expect(city.stored(id).isEvent).toBe(true)
  })

  it('say who, what, where and their part of the price, and are in the order', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    expect(ticket(FIRST)).toMatchObject({
      ownerName: 'Ana Paz',
      locations: ['Platea'],
      address: 'Teatro Municipal',
      eventDate: '2027-01-10T21:00:00.000Z',
      amountPaid: 5_000,
      operationId: 'pi_1',
      qrCode: 'RT1:00',
      state: 'valid',
      ticketCount: 1,
    })
    expect(city.stored(id).tickets).toEqual([FIRST.hash, SECOND.hash])
  })

  it('are the same however often they are made, and wherever that was broken off', () => {
    const id = bought()
    give(id, FIRST)
    city.desk.commit(blockTicketUnit(id, FIRST.hash, { reason: 'Reventa', by: SOFIA, at: NOW }))
    give(id, FIRST, SECOND)
    give(id, FIRST, SECOND)
    expect([states(FIRST, SECOND), city.stored(id).tickets]).toEqual([
      ['blocked', 'valid'],
      [FIRST.hash, SECOND.hash],
    ])
  })

  it('are not made of what is not paid', () => {
    const id = city.answer()
    city.order(id)
    expect(give(id, FIRST)).toEqual({ ok: false, problem: { code: 'payment.unpaid' } })
    expect(ticket(FIRST)).toBeUndefined()
  })

  it('let in no one from the commit on in which all of their money goes back, and are free again', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    back(id, 10_000)
    expect([states(FIRST, SECOND), city.stock()]).toEqual([['refunded', 'refunded'], { taken: 0, sold: 0 }])
  })

  it('go back one by one, the last place first, for the price of each; less than that is a favour', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    back(id, 4_999)
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['valid', 'valid'], 2])
    back(id, 1)
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['valid', 'refunded'], 1])
    expect([...countStock([city.stored(id)]).values()]).toEqual([{ taken: 1, sold: 1 }])
  })

  it('are good again when the provider takes the refund back', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    back(id, 5_000)
    city.heard(id, buildFact('refund-failed', { attempt: 0, reference: `re_${refunds}`, of: 'pi_1', amount: 5_000 }))
    expect(states(FIRST, SECOND)).toEqual(['valid', 'valid'])
  })

  it('stay good when money that came twice goes back', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    city.heard(id, paid('pi_2'))
    city.heard(id, buildFact('refunded', { attempt: 0, reference: 're_x', of: 'pi_2' }))
    expect(states(FIRST, SECOND)).toEqual(['valid', 'valid'])
  })

  it('that someone entered with stay good while an unused one goes back, and are void with all of the money', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    enter(SECOND, city.stored(id).form)
    back(id, 5_000)
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['refunded', 'valid'], 1])
    back(id, 5_000)
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['refunded', 'refunded'], 0])
  })

  it('are chosen in the same way when the provider’s own pages give money back', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    enter(SECOND, city.stored(id).form)
    city.heard(id, buildFact('refunded', { attempt: 0, reference: 're_pages', of: 'pi_1', amount: 5_000 }))
    expect(states(FIRST, SECOND)).toEqual(['refunded', 'valid'])
    enter(FIRST, city.stored(id).form)
    expect(city.stored(id).facts.at(-1)?.voids).toEqual([0])
  })

  it('go back as staff name them, used or not, and none where they name none', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    enter(FIRST, city.stored(id).form)
    back(id, 5_000, [])
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['valid', 'valid'], 2])
    back(id, 5_000, [FIRST])
    expect([states(FIRST, SECOND), city.stock()?.sold]).toEqual([['refunded', 'valid'], 1])
  })

  it('are refused as named where they are another order’s, void, about to be, or too many for the amount', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    expect(asked(id, 1_000, [made(7)])).toMatchObject({ problem: { code: 'ticket.missing' } })
    expect(asked(id, 5_000, [FIRST, SECOND])).toMatchObject({
      problem: { code: 'payment.refund-tickets', details: { max: 1 } },
    })
    expect(asked(id, 4_000, [FIRST]).ok).toBe(true)
    expect(asked(id, 1_000, [FIRST])).toMatchObject({ problem: { code: 'ticket.not-valid' } })
    expect(city.stored(id).refunds.map(({ voids }) => voids)).toEqual([[0]])
  })

  it('made after a refund know of it', () => {
    const id = bought()
    back(id, 5_000)
    give(id, FIRST, SECOND)
    expect(states(FIRST, SECOND)).toEqual(['valid', 'refunded'])
  })
})

describe('staff', () => {
  it('hand a ticket on once: the old one lets no one in, and the new one is the next owner’s', () => {
    const id = bought()
    give(id, FIRST, SECOND)
    const next = made(0, 1)
    const hand = (owner = RUBEN) => city.desk.commit(transferTicketUnit(id, FIRST.hash, { ticket: next, owner }, NOW))
    expect(hand()).toMatchObject({ ok: true, value: { ownerName: 'Rubén Sosa', state: 'valid', id: next.hash } })
    expect(hand()).toMatchObject({ ok: true, value: { id: next.hash } })
    expect(hand({ ...RUBEN, dni: '1' })).toEqual({ ok: false, problem: { code: 'ticket.not-valid' } })
    expect([states(FIRST, next), city.stored(id).tickets?.length]).toEqual([['transferred', 'valid'], 3])
    // The refund of a place belongs to its current owner.
    back(id, 10_000)
    expect(states(FIRST, next)).toEqual(['transferred', 'refunded'])
  })

  it('hand on neither what was given back nor what is blocked, nor by another answer', () => {
    const [id, other] = [bought(), bought()]
    give(id, FIRST)
    city.desk.commit(blockTicketUnit(id, FIRST.hash, { reason: 'Reventa', by: SOFIA, at: NOW }))
    expect(city.desk.commit(transferTicketUnit(id, FIRST.hash, { ticket: made(0, 1), owner: RUBEN }, NOW)).ok).toBe(
      false,
    )
    expect(city.desk.commit(transferTicketUnit(other, FIRST.hash, { ticket: made(0, 1), owner: RUBEN }, NOW))).toEqual({
      ok: false,
      problem: { code: 'ticket.missing' },
    })
    expect(city.desk.commit(blockTicketUnit(other, FIRST.hash, { reason: undefined, by: SOFIA, at: NOW })).ok).toBe(
      false,
    )
  })

  it.each([
    ['never', ['entry'], false],
    ['never', ['entry', 'exit'], false],
    ['after-exit', ['entry'], false],
    ['after-exit', ['entry', 'exit'], true],
    ['always', ['entry'], false],
  ] as const)('hand on no place that is taken: %s, %j', (again, passages, isFree) => {
    const id = bought()
    give(id, FIRST)
    const { form } = ticket(FIRST)
    const template = city.desk.documents.get(keys.template(form))
    city.desk.put(keys.template(form), { ...template, ticketSale: { again } })
    const scans = passages.map((direction, at) => ({ ...seen(FIRST.hash, at), direction }))
    city.desk.put(keys.ticketScans(form, FIRST.hash), { form, ticket: FIRST.hash, scans })
    expect(city.desk.commit(transferTicketUnit(id, FIRST.hash, { ticket: made(0, 1), owner: RUBEN }, NOW)).ok).toBe(
      isFree,
    )
  })

  it('keep a ticket out, and let it in again', () => {
    const id = bought()
    give(id, FIRST)
    city.desk.commit(blockTicketUnit(id, FIRST.hash, { reason: 'Reventa', by: SOFIA, at: NOW }))
    expect(ticket(FIRST)).toMatchObject({ state: 'blocked', blocked: { reason: 'Reventa', by: SOFIA } })
    city.desk.commit(blockTicketUnit(id, FIRST.hash, { reason: undefined, by: SOFIA, at: NOW }))
    expect([ticket(FIRST).state, 'blocked' in ticket(FIRST)]).toEqual(['valid', false])
  })
})

it('a ticket that a door has let in after it was handed on, and its next owner’s, have entered one place twice', () => {
  const id = bought()
  give(id, FIRST)
  const { form, zone } = ticket(FIRST)
  city.desk.commit(transferTicketUnit(id, FIRST.hash, { ticket: made(0, 1), owner: RUBEN }, NOW))
  city.desk.commit(storeScansUnit(form, [seen(FIRST.hash, 1), seen(made(0, 1).hash, 9_999)]))
  const scans = [FIRST, made(0, 1)].flatMap(({ hash }) => city.desk.documents.get(keys.ticketScans(form, hash)) ?? [])
  const report = buildDoorReport({ again: 'never', zones: [{ zone, name: '' }] }, scans, new Map(), 0)
  expect(report.zones).toMatchObject([{ zone, entered: 1, inside: 1 }])
  expect(report.doubles).toMatchObject([{ ticket: FIRST.hash, first: { at: 1 }, second: { at: 9_999 } }])
})

it('of numbers that are no ticket so many are kept and no more', () => {
  const { form } = city.stored(bought())
  city.desk.put(keys.doorLinks(form), { form, links: [], strays: MAX_UNKNOWN_TICKETS - 1 })
  const [one, other] = ['e', 'f'].map((digit) => seen(digit.repeat(20), 1)) as [StoredScan, StoredScan]
  for (let times = 0; times < 2; times += 1)
    expect(city.desk.commit(storeScansUnit(form, [one, other]))).toEqual([other.id])
  const event = { form, title: '', mark: '', isTest: false, again: 'never', zones: [] } as const
  const unknown = { kind: 'refused', why: 'unknown' }
  expect(city.desk.commit(judgeScanUnit(event, other, 1))).toEqual(unknown)
  const kept = [one, other].map((scan) => city.desk.documents.get(keys.ticketScans(form, scan.ticket)))
  expect([kept[0]?.scans, kept[1]]).toEqual([[one], undefined])
  expect(city.desk.documents.get(keys.doorLinks(form))?.strays).toBe(MAX_UNKNOWN_TICKETS)
})

it('a municipality has one ring of keys, also when two make the first ticket', () => {
  const ring = (secret: string) => ({ keys: [{ number: 1, publicKey: 'p', privateKey: 'q' }], secret })
  expect(city.desk.commit(loadTicketKeysUnit(OWNER, ring('one'))).secret).toBe('one')
  expect(city.desk.commit(loadTicketKeysUnit(OWNER, ring('two'))).secret).toBe('one')
})
