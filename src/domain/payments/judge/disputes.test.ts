import { beforeEach, describe, expect, it } from 'vitest'
import { buildPaying, paid, type Paying, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { Ticket } from '../../tickets/index.ts'
import { generateMutationId, toInstant, userIdSchema, type AnswerId } from '../../kernel/index.ts'
import { findDisagreements, buildLedger } from '../index.ts'
import { keys } from '../../store/index.ts'
import { recordProviderPollUnit } from './step.ts'
import { refundUnit } from './units.ts'
import { addTicketsUnit, type NewTicket } from '../../tickets/judge/ticket-units.ts'

const SOFIA = userIdSchema.parse('sofia')
const made = (place: number): NewTicket => {
  const hash = `${place}0`.padEnd(20, 'a')
  return { hash, number: `${place}0`.padEnd(20, 'b'), place, turn: 0, code: `RT1:${place}` }
}
const [FIRST, SECOND] = [made(0), made(1)]
let city: Paying
let id: AnswerId
beforeEach(() => {
  city = buildPaying()
  id = city.answer()
  city.order(id)
  city.heard(id, paid())
  city.desk.commit(addTicketsUnit(id, [FIRST, SECOND], NOW))
})

const later = (minutes: number) => toInstant(Date.parse(NOW) + minutes * 60_000)
const disputed = (dispute: string, minutes = 0) =>
  buildFact('disputed', { attempt: 0, reference: 'dp_1', of: 'pi_1', dispute, at: later(minutes) })
const states = () => [FIRST, SECOND].map(({ hash }) => (city.desk.documents.get(keys.ticket(hash)) as Ticket).state)
const settled = (change: object = {}) => {
  const wish = {
    id: generateMutationId(new Uint8Array(16).fill(7)),
    amount: 10_000,
    reason: 'Perdida',
    dispute: 'dp_1',
  }
  return city.desk.commit(refundUnit(id, { ...wish, ...change }, SOFIA, STEPPING))
}

describe('a lost dispute', () => {
  it('voids no ticket, and frees no place, until staff settle it', () => {
    city.heard(id, disputed('open'), disputed('lost', 1))
    expect([states(), city.stock()]).toEqual([['valid', 'valid'], { taken: 2, sold: 2 }])
  })

  it('is settled with the tickets that staff name, and has a credit note', () => {
    city.heard(id, disputed('open'), disputed('lost', 1))
    expect(settled({ tickets: [SECOND.hash] }).ok).toBe(true)
    expect([states(), city.stock()?.sold]).toEqual([['valid', 'refunded'], 1])
    const order = city.stored(id)
    expect([buildLedger(order), findDisagreements(order)]).toMatchObject([
      { refunded: 0, lost: 10_000, kept: 0, asked: 0 },
      [],
    ])
    expect(city.jobs().filter((job) => job.startsWith('payment.receipt~'))).toHaveLength(1)
    expect(settled({ tickets: [SECOND.hash] })).toMatchObject({ ok: true })
    expect(city.stored(id).refunds).toHaveLength(1)
  })

  it('is settled with an e-mail that says so, and not that it was refunded', () => {
    city.heard(id, disputed('lost'))
    settled({ tickets: [FIRST.hash, SECOND.hash] })
    const letters = [...city.desk.documents.values()].flatMap((document) => {
      const { payload } = document as { readonly payload?: { readonly letter?: { readonly letter: string } } }
      return payload?.letter === undefined ? [] : [payload.letter]
    })
    expect(letters).toMatchObject([
      { letter: 'payment.received' },
      { letter: 'payment.disputed', amount: 10_000, places: 2 },
    ])
  })

  it('is settled without voiding a ticket where staff name none', () => {
    city.heard(id, disputed('lost'))
    settled()
    expect(states()).toEqual(['valid', 'valid'])
  })

  it('that is won in the end brings money and tickets back', () => {
    city.heard(id, disputed('lost', 1))
    settled({ tickets: [FIRST.hash, SECOND.hash] })
    expect(states()).toEqual(['refunded', 'refunded'])
    city.heard(id, disputed('won', 2))
    expect([states(), buildLedger(city.stored(id)).kept]).toEqual([['valid', 'valid'], 10_000])
  })
})

it('a dispute that is open, won, unknown or of another amount is not settled', () => {
  expect(settled()).toMatchObject({ problem: { code: 'payment.missing' } })
  city.heard(id, disputed('open'))
  expect(settled()).toMatchObject({ problem: { code: 'payment.missing' } })
  city.heard(id, disputed('lost', 1))
  expect(settled({ amount: 9_999 })).toMatchObject({
    problem: { code: 'payment.refund-too-much', details: { left: 10_000 } },
  })
  city.heard(id, disputed('won', 2))
  expect(settled()).toMatchObject({ problem: { code: 'payment.missing' } })
})

it('no money of an open dispute is given back, not even over the desk', () => {
  city.heard(id, disputed('open'))
  expect(settled({ dispute: undefined, atDesk: true })).toMatchObject({
    problem: { code: 'payment.refund-too-much', details: { left: 0 } },
  })
})

it('a look has a next one, unless something new has set it already', () => {
  const due = toInstant(Date.parse(NOW) + 3_600_000)
  expect(city.stored(id).lookAt).toBe(due)
  city.desk.commit(recordProviderPollUnit(id, 'answered', NOW))
  expect(city.stored(id).lookAt).toBe(due)
  city.desk.commit(recordProviderPollUnit(id, 'unanswered', due))
  expect(city.stored(id).lookAt).toBe(toInstant(Date.parse(due) + 3_600_000))
  city.desk.commit(recordProviderPollUnit(id, 'answered', toInstant(Date.parse(due) + 3_600_000)))
  expect(city.stored(id).lookAt).toBe(toInstant(Date.parse(NOW) + 6 * 3_600_000))
})
