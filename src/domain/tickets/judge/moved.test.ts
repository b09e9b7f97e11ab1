import { beforeEach, describe, expect, it } from 'vitest'
import { putTemplate } from '#tests/support/builders/desk.ts'
import { buildPaying, buildTicketForm, paid, type Paying } from '#tests/support/builders/paying.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { FormTemplate } from '../../templates/index.ts'
import type { Ticket } from '../index.ts'
import type { AnswerId } from '../../kernel/index.ts'
import { keys, remove, set, unitForKeys, type Write } from '../../store/index.ts'
import type { JobOf } from '../../jobs/index.ts'
import { buildMoveJobWrites, moveTicketsUnit } from './event-units.ts'
import { transferTicketUnit, addTicketsUnit, type NewTicket } from './ticket-units.ts'

const BEFORE = { eventDate: '2027-01-10T21:00:00.000Z', address: 'Teatro Municipal' }
const AFTER = {
  eventDate: '2027-02-01T22:00:00.000Z',
  eventEnd: '2027-02-02T01:00:00.000Z',
  address: 'Club Atlético',
}
const FORM = buildTicketForm()
const version = (number: number, sale: object): FormTemplate => ({
  ...FORM,
  version: number,
  ticketSale: { ...FORM.ticketSale, ...sale } as never,
})
const made = (place: number, turn = 0): NewTicket => {
  const hash = `${place}${turn}`.padEnd(20, 'a')
  return { hash, number: `${place}${turn}`.padEnd(20, 'b'), place, turn, code: `RT1:${place}${turn}` }
}

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

/** An order with these tickets. */
function bought(...places: readonly number[]): AnswerId {
  const id = city.answer()
  city.order(id)
  city.heard(id, paid(`pi_${id}`))
  city.desk.commit(
    addTicketsUnit(
      id,
      places.map((place) => made(place)),
      NOW,
    ),
  )
  return id
}
const publish = (number: number, sale: object) => putTemplate(city.desk, version(number, sale))
const notify = (id: AnswerId) => city.desk.commit(moveTicketsUnit(id, NOW))
const write = (...writes: readonly Write[]) => city.desk.commit(unitForKeys([], () => ({ result: true, writes })))
const ticket = (place: number, turn = 0) => city.desk.documents.get(keys.ticket(made(place, turn).hash)) as Ticket
const letters = () =>
  [...city.desk.documents.values()]
    .map((document) => document as unknown as JobOf<'mail.send'>)
    .filter(({ kind, payload }) => kind === 'mail.send' && payload.letter.letter === 'event.moved')
    .map(({ payload }) => payload)

describe('a published version', () => {
  it.each([
    ['another day', { eventDate: AFTER.eventDate }],
    ['another end', { eventEnd: '2027-01-11T01:00:00.000Z' }],
    ['another place', { address: AFTER.address }],
  ])('with %s queues one job for its tickets', (_, sale) => {
    expect(buildMoveJobWrites(version(1, {}), version(2, sale), NOW)).toMatchObject([
      { key: keys.job(`event.moved~${FORM.id}~2`), document: { payload: { form: FORM.id }, state: 'waiting' } },
    ])
  })

  it.each([
    ['the same time and place', { maxPerPerson: 2, saleUntil: '2027-01-09T21:00:00.000Z' }],
    ['goods instead of an event', { productType: 'product', ...AFTER }],
  ])('with %s queues none', (_, sale) => {
    expect(buildMoveJobWrites(version(1, {}), version(2, sale), NOW)).toEqual([])
  })
})

describe('the tickets of an event that was moved', () => {
  it('name its time and place, and their buyer gets one e-mail with both', () => {
    const id = bought(0, 1)
    publish(2, AFTER)
    expect(notify(id)).toBe(1)
    expect([ticket(0), ticket(1)]).toMatchObject([AFTER, AFTER])
    expect(letters()).toMatchObject([
      {
        to: { address: 'ana@relevo.example', name: 'Ana Paz' },
        language: 'es',
        letter: { before: BEFORE, now: AFTER, of: { order: id, orderId: 'K3WQ9ZT0M4XB' } },
      },
    ])
  })

  it('cause no second e-mail when the job runs again, even after the first was sent', () => {
    const id = bought(0)
    publish(2, AFTER)
    notify(id)
    const sent = [...city.desk.documents.keys()].filter((key) => key.startsWith('jobs/mail.send'))
    write(...sent.map((key) => remove(key)))
    expect([notify(id), notify(id), letters()]).toEqual([0, 0, []])
  })

  it('cause one e-mail for each move, which starts from what the buyer knows', () => {
    const id = bought(0)
    publish(2, { address: 'Club Atlético' })
    notify(id)
    publish(3, { address: 'Plaza' })
    publish(4, { address: 'Estadio' })
    expect([notify(id), notify(id)]).toEqual([1, 0])
    expect(letters().map(({ letter }) => letter)).toMatchObject([
      { before: { address: 'Teatro Municipal' }, now: { address: 'Club Atlético' } },
      { before: { address: 'Club Atlético' }, now: { address: 'Estadio' } },
    ])
  })

  it('cause none when it was moved back before the job ran, or they were made afterwards', () => {
    const id = bought(0)
    publish(2, AFTER)
    publish(3, {})
    expect(notify(id)).toBe(0)
    publish(4, AFTER)
    const later = city.answer()
    city.order(later)
    city.heard(later, paid('pi_later'))
    city.desk.commit(addTicketsUnit(later, [made(5)], NOW))
    expect(notify(later)).toBe(0)
  })

  it('that were handed on cause an e-mail to their owner, with their own ticket', () => {
    const id = bought(0, 1)
    const owner = { fullName: 'Rubén Sosa', dni: '28.000.111', email: 'ruben@relevo.example' }
    city.desk.commit(transferTicketUnit(id, made(0).hash, { ticket: made(0, 1), owner }, NOW))
    publish(2, AFTER)
    expect(notify(id)).toBe(2)
    expect(letters().map(({ to, letter }) => [to.address, 'of' in letter && letter.of])).toEqual([
      ['ana@relevo.example', { orderId: 'K3WQ9ZT0M4XB', order: id }],
      ['ruben@relevo.example', { ticket: made(0, 1).hash }],
    ])
  })

  it('that are not valid cause none, and name the new place', () => {
    const id = bought(0)
    write(set(keys.ticket(made(0).hash), { ...ticket(0), state: 'refunded' }))
    publish(2, AFTER)
    expect(notify(id)).toBe(0)
    expect(ticket(0)).toMatchObject(AFTER)
  })
})
