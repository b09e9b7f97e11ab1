import { describe, expect, it } from 'vitest'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { Instant } from '../kernel/index.ts'
import {
  countErasedAnswer,
  isErasureDue,
  isShorterRetention,
  parseRetention,
  computeRetentionCutoff,
} from './retention.ts'

const at = (text: string) => text as Instant
const period = (text: string) => {
  const parsed = parseRetention(text)
  if (parsed === undefined) throw new Error(text)
  return parsed
}

describe('the period', () => {
  it.each([
    ['P30D', '2026-11-28T10:00:00.000Z', '2026-10-29T10:00:00.000Z'],
    ['P1M', '2026-03-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['P1M', '2026-01-15T10:00:00.000Z', '2025-12-15T10:00:00.000Z'],
    ['P18M', '2026-11-28T10:00:00.000Z', '2025-05-28T10:00:00.000Z'],
    ['P1Y', '2024-02-29T23:59:59.999Z', '2023-02-28T23:59:59.999Z'],
    ['P999Y', '2026-11-28T10:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ])('%s before %s ends at %s', (text, now, expected) => {
    expect(computeRetentionCutoff(period(text), at(now))).toBe(expected)
  })

  it.each([undefined, '', 'P0', 'P5W', '5Y', 5])('is missing in %s', (text) => {
    expect(parseRetention(text)).toBeUndefined()
  })

  it.each([
    [undefined, 'P1Y', false],
    ['P1Y', undefined, true],
    ['P1Y', 'P12M', false],
    ['P11M', 'P1Y', true],
    ['P400D', 'P1Y', false],
    ['P364D', 'P1Y', true],
  ])('%s after %s: shorter is %s', (next, before, expected) => {
    expect(isShorterRetention(next, before, at('2026-11-28T10:00:00.000Z'))).toBe(expected)
  })
})

describe('an answer', () => {
  const NOW = at('2026-11-28T10:00:00.000Z')
  const OLD = at('2025-11-28T10:00:00.000Z')
  const LATER = at('2026-11-29T10:00:00.000Z')
  const order = { open: false, delivery: 'delivered', expiresAt: OLD } as const
  const request = {
    madeBy: { email: '', username: 'sofia' },
    sentDateTime: OLD,
    comment: '',
    changesRequested: { answers: [], images: [], documents: [], sections: [] },
  }
  const isOver = (facts: object = {}, sale?: object) =>
    isErasureDue(
      {
        answer: { receivedAt: OLD, lastUpdate: OLD, requestsForChanges: [], conflicts: [] },
        deletedAt: undefined,
        held: undefined,
        order: undefined,
        tickets: [],
        ...facts,
      },
      { retention: period('P1Y'), sale: sale as never },
      NOW,
    )
  const answer = (change: object) => ({
    answer: { receivedAt: OLD, lastUpdate: OLD, requestsForChanges: [], conflicts: [], ...change },
  })

  it.each([
    ['changed exactly a year ago', {}],
    ['whose order expired unpaid', { order: { ...order, delivery: 'none' } }],
    ['with a ticket of a past event', { order, tickets: [{ state: 'valid', eventEnd: OLD }] }],
    ['with a refunded ticket of a future event', { order, tickets: [{ state: 'refunded', eventDate: LATER }] }],
    ['with a ticket without a date', { order, tickets: [{ state: 'valid' }] }],
    ['whose corrections have been sent', answer({ requestsForChanges: [{ ...request, needCompletition: false }] })],
    ['deleted during a conflict', { ...answer({ conflicts: [{}] }), deletedAt: OLD }],
    ['whose held submission was discarded', { held: { outcome: { kind: 'discarded' } } }],
  ])('%s is erased', (_, facts) => {
    expect(isOver(facts)).toBe(true)
  })

  it.each([
    ['changed later', answer({ lastUpdate: '2025-11-28T10:00:00.001Z' })],
    ['received later', answer({ receivedAt: '2025-11-28T10:00:00.001Z' })],
    ['deleted later', { deletedAt: LATER }],
    ['held for a decision', { held: { outcome: { kind: 'waiting' } } }],
    ['with an open payment', { order: { ...order, open: true } }],
    ['with a delivery that is due', { order: { ...order, delivery: 'due' } }],
    ['that can still be paid', { order: { ...order, delivery: 'none', expiresAt: LATER } }],
    ['with a ticket of a future event', { order, tickets: [{ state: 'valid', eventDate: OLD, eventEnd: LATER }] }],
    ['with an open request for corrections', answer({ requestsForChanges: [{ ...request, needCompletition: true }] })],
    ['with a conflict', answer({ conflicts: [{}] })],
  ])('%s stays', (_, facts) => {
    expect(isOver(facts)).toBe(false)
  })

  it('with a ticket of an event that was moved into the future stays', () => {
    const facts = { order, tickets: [{ state: 'valid', eventDate: OLD, eventEnd: OLD }] }
    expect(isOver(facts, { eventDate: LATER })).toBe(false)
  })
})

it('counts erased answers by day in the municipality, area and state, and nothing else', () => {
  const states = [{ id: 1, nombre: 'Resuelto' }]
  const done = {
    fechaCreacion: at('2026-11-01T01:30:00.000Z'),
    areas: [AREA],
    estados: { actual: 1, disponibles: states },
  }
  const place = { path: MUNICIPALITY, settings: { timeZone: 'America/Argentina/Buenos_Aires' } }
  const once = countErasedAnswer({ counts: [] }, done as never, place)
  const twice = countErasedAnswer(once, done as never, place)
  expect(countErasedAnswer(twice, { ...done, estados: undefined } as never, place)).toEqual({
    counts: [
      { day: '2026-10-31', area: AREA, state: 'Resuelto', answers: 2 },
      { day: '2026-10-31', area: AREA, state: '', answers: 1 },
    ],
  })
})
