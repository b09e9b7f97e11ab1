import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDoubleEntries, judgeTicket, REPEATED_SCAN_MS } from './scan.ts'
import type { Door, ListedTicket, Scan, TicketContext } from './scan.ts'
import type { DecodedTicket } from './code.ts'

/*
 * Results of a door, including all that a public table of offline check-in covers (unpaid, revoked, blocked, not yet
 * valid, re-entry, wrong event, bad signature …).
 */

const NOON = Date.UTC(2026, 10, 24, 12)
const HOUR = 3_600_000
type Ticket = Extract<DecodedTicket, { readonly kind: 'ticket' }>
const READ = { signature: 'good', event: 'concierto', ticket: 't1', zone: 0, isTest: false, key: 1 } as const
const TICKET: Ticket = { kind: 'ticket', ...READ }
const DOOR: Door = { event: 'concierto', device: 'd1', isTest: false, direction: 'entry', again: 'never' }
const EXIT: Partial<Door> = { direction: 'exit' }
const LISTED: ListedTicket = { state: 'valid', zone: 0 }
const scan = (over: Partial<Scan> = {}): Scan => ({
  ticket: 't1',
  at: NOON - HOUR,
  direction: 'entry',
  device: 'd1',
  door: 'Norte',
  isAdmitted: true,
  ...over,
})
const went = scan({ direction: 'exit', at: NOON - HOUR / 2 })
const back = scan({ at: NOON - HOUR / 4 })

type Given = {
  readonly read?: Partial<Ticket>
  readonly door?: Partial<Door>
  /** null: not on the list */
  readonly listed?: Partial<ListedTicket> | null
  readonly scans?: readonly Scan[]
}
function verdict({ read, door, listed, scans = [] }: Given) {
  const known: TicketContext = {
    listed: listed === null ? undefined : { ...LISTED, ...listed },
    asOf: NOON - HOUR,
    scans,
  }
  return judgeTicket({ ...TICKET, ...read }, { ...DOOR, ...door }, known, NOON)
}
/** The result in one word. */
function said(given: Given): string {
  const found = verdict(given)
  return found.kind === 'refused' ? found.why : found.kind
}

const CASES: readonly (readonly [string, Given, string])[] = [
  ['a valid ticket', {}, 'admitted'],
  ['one that was sold after the list was fetched, by its signature', { listed: null }, 'admitted'],
  ['a forged one', { read: { signature: 'forged' } }, 'forged'],
  ['a forged one whose number is on the list', { read: { signature: 'forged' }, listed: {} }, 'forged'],
  ['a forged one of another event', { read: { signature: 'forged', event: 'feria' } }, 'forged'],
  ['one of a key that this door has not, by its list', { read: { signature: 'unchecked' } }, 'admitted'],
  [
    'one of a key that this door has not, and not listed',
    { read: { signature: 'unchecked' }, listed: null },
    'unknown',
  ],
  ['one of another event', { read: { event: 'feria' } }, 'wrong-event'],
  ['one of another event that is not listed', { read: { event: 'feria' }, listed: null }, 'wrong-event'],
  [
    'one of another event that is refunded as well',
    { read: { event: 'feria' }, listed: { state: 'refunded' } },
    'wrong-event',
  ],
  ['test money at a real door', { read: { isTest: true } }, 'test-ticket'],
  ['test money at a real door, not listed', { read: { isTest: true }, listed: null }, 'test-ticket'],
  ['test money at a test', { read: { isTest: true }, door: { isTest: true } }, 'admitted'],
  ['real money at a test', { door: { isTest: true } }, 'real-ticket-at-a-test'],
  ['test money on its way out of a real door', { read: { isTest: true }, door: EXIT }, 'test-ticket'],
  ['an unpaid one', { listed: { state: 'unpaid' } }, 'unpaid'],
  [
    'an unpaid one where money is taken at the door',
    { listed: { state: 'unpaid' }, door: { admitsUnpaid: true } },
    'admitted',
  ],
  [
    'an unpaid one of the wrong zone where money is taken',
    { listed: { state: 'unpaid', zone: 1 }, door: { admitsUnpaid: true, zones: [0] } },
    'wrong-zone',
  ],
  [
    'an unpaid one that is inside already, where money is taken',
    { listed: { state: 'unpaid' }, door: { admitsUnpaid: true }, scans: [scan()] },
    'used',
  ],
  ['one whose order staff have yet to validate', { listed: { state: 'unconfirmed' } }, 'unconfirmed'],
  [
    'one whose order staff have yet to validate, where money is taken',
    { listed: { state: 'unconfirmed' }, door: { admitsUnpaid: true } },
    'unconfirmed',
  ],
  ['one of a cancelled event', { door: { isCancelled: true } }, 'cancelled'],
  [
    'one of a cancelled event that is inside, on its way out',
    { door: { ...EXIT, isCancelled: true }, scans: [scan()] },
    'exit',
  ],
  ['a refunded one', { listed: { state: 'refunded' } }, 'refunded'],
  ['a refunded one where money is taken', { listed: { state: 'refunded' }, door: { admitsUnpaid: true } }, 'refunded'],
  ['a refunded one that is inside', { listed: { state: 'refunded' }, scans: [scan()] }, 'refunded'],
  ['one that was handed on to another person', { listed: { state: 'transferred' } }, 'transferred'],
  ['a blocked one', { listed: { state: 'blocked' } }, 'blocked'],
  ['a blocked one on its way out', { listed: { state: 'blocked' }, door: EXIT }, 'blocked'],
  [
    'a blocked one that is inside, on its way out',
    { listed: { state: 'blocked' }, door: EXIT, scans: [scan()] },
    'blocked',
  ],
  [
    'a refunded one that is inside, on its way out',
    { listed: { state: 'refunded' }, door: EXIT, scans: [scan()] },
    'exit',
  ],
  [
    'one handed on that is inside, on its way out',
    { listed: { state: 'transferred' }, door: EXIT, scans: [scan()] },
    'exit',
  ],
  [
    'a refunded one that was refused, on its way out',
    { listed: { state: 'refunded' }, door: EXIT, scans: [scan({ isAdmitted: false })] },
    'refunded',
  ],
  [
    'one of a zone that this door does not let in',
    { read: { zone: 1 }, listed: { zone: 1 }, door: { zones: [0] } },
    'wrong-zone',
  ],
  [
    'one of a zone that this door does not let in, not listed',
    { read: { zone: 1 }, listed: null, door: { zones: [0] } },
    'wrong-zone',
  ],
  [
    'one of several zones of this door',
    { read: { zone: 1 }, listed: { zone: 1 }, door: { zones: [0, 1] } },
    'admitted',
  ],
  [
    'one whose zone was changed after it was printed',
    { read: { zone: 1 }, listed: { zone: 0 }, door: { zones: [0] } },
    'admitted',
  ],
  [
    'one whose zone was changed to one that this door does not let in',
    { read: { zone: 0 }, listed: { zone: 1 }, door: { zones: [0] } },
    'wrong-zone',
  ],
  ['one of a door without any zone', { door: { zones: [] } }, 'wrong-zone'],
  ['one that is not good yet', { read: { from: NOON + 1 } }, 'too-early'],
  ['one that is good from this moment', { read: { from: NOON } }, 'admitted'],
  ['one that is not good yet, not listed', { read: { from: NOON + HOUR }, listed: null }, 'too-early'],
  ['one that is good no longer', { read: { until: NOON } }, 'too-late'],
  ['one in its last moment', { read: { until: NOON + 1 } }, 'admitted'],
  ['one that is good no longer, not listed', { read: { until: NOON - HOUR }, listed: null }, 'too-late'],
  ['one within its hours', { read: { from: NOON - HOUR, until: NOON + HOUR } }, 'admitted'],
  ['one that is good no longer, on its way out', { read: { until: NOON - HOUR }, door: EXIT }, 'exit'],
  ['a door before its hour', { door: { opens: NOON + 1 } }, 'door-closed'],
  ['a door in its first moment', { door: { opens: NOON } }, 'admitted'],
  ['a door after its hour', { door: { closes: NOON } }, 'door-closed'],
  ['a door after its hour, on the way out', { door: { ...EXIT, closes: NOON - HOUR } }, 'exit'],
  ['a second entry', { scans: [scan()] }, 'used'],
  ['a second entry that another door has told of', { scans: [scan({ device: 'd2', door: 'Sur' })] }, 'used'],
  ['a second entry of one that is not listed', { listed: null, scans: [scan()] }, 'used'],
  ['an entry after one that was refused', { scans: [scan({ isAdmitted: false })] }, 'admitted'],
  ['a second entry after having gone out, where nobody comes again', { scans: [scan(), went] }, 'used'],
  ['a second entry after having gone out', { door: { again: 'after-exit' }, scans: [scan(), went] }, 'admitted'],
  ['a second entry without having gone out', { door: { again: 'after-exit' }, scans: [scan()] }, 'used'],
  [
    'a third entry without having gone out again',
    { door: { again: 'after-exit' }, scans: [scan(), went, back] },
    'used',
  ],
  ['the same, timed in another order', { door: { again: 'after-exit' }, scans: [back, scan(), went] }, 'used'],
  ['an entry after an exit without an entry', { door: { again: 'after-exit' }, scans: [went] }, 'admitted'],
  [
    'a refused exit that does not open the way back',
    { door: { again: 'after-exit' }, scans: [scan(), { ...went, isAdmitted: false }] },
    'used',
  ],
  ['a second entry where all may come again', { door: { again: 'always' }, scans: [scan()] }, 'admitted'],
  ['a third entry where all may come again', { door: { again: 'always' }, scans: [scan(), back] }, 'admitted'],
  ['an exit', { door: EXIT, scans: [scan()] }, 'exit'],
  ['an exit without an entry', { door: EXIT }, 'exit'],
  ['a second exit', { door: EXIT, scans: [scan(), went] }, 'exit'],
  ['an exit by a door of another zone', { door: { ...EXIT, zones: [7] }, scans: [scan()] }, 'exit'],
  ['an exit of a forged one', { door: EXIT, read: { signature: 'forged' }, scans: [scan()] }, 'forged'],
  ['the same code a second later', { scans: [scan({ at: NOON - 1000 })] }, 'same-scan'],
  ['the same code by a clock that is a second behind', { scans: [scan({ at: NOON + 1000 })] }, 'same-scan'],
  ['the same code a second later at another door', { scans: [scan({ at: NOON - 1000, device: 'd2' })] }, 'used'],
  ['the same code three seconds later', { scans: [scan({ at: NOON - REPEATED_SCAN_MS })] }, 'used'],
  ['the same code on the other way', { door: EXIT, scans: [scan({ at: NOON - 1000 })] }, 'exit'],
  ['the same code after a refusal', { scans: [scan({ at: NOON - 1000, isAdmitted: false })] }, 'admitted'],
  [
    'the same code, refunded in between',
    { listed: { state: 'refunded' }, scans: [scan({ at: NOON - 1000 })] },
    'refunded',
  ],
]

describe('a door', () => {
  it.each(CASES)('%s', (_, given, word) => {
    const found = verdict(given)
    expect(found.kind === 'admitted' && found.direction === 'exit' ? 'exit' : said(given)).toBe(word)
  })

  it('does not know what is no ticket', () => {
    expect(judgeTicket({ kind: 'unknown' }, DOOR, { listed: undefined, asOf: undefined, scans: [] }, NOON)).toEqual({
      kind: 'refused',
      why: 'unknown',
    })
  })

  it('says where and when a ticket was used', () => {
    const first = scan({ device: 'd2', door: 'Sur' })
    expect(verdict({ scans: [back, first] })).toEqual({ kind: 'refused', why: 'used', before: first })
  })

  it('says by what it goes when the list does not have a ticket', () => {
    expect(verdict({ listed: null })).toMatchObject({ isUnlisted: true })
    expect(verdict({})).toMatchObject({ isUnlisted: false })
  })

  it('says the same whatever order scans were reported in', () => {
    const scans = fc.array(
      fc.record({
        at: fc.integer({ min: NOON - HOUR, max: NOON + HOUR }),
        direction: fc.constantFrom('entry' as const, 'exit' as const),
        device: fc.constantFrom('d1', 'd2', 'd3'),
        isAdmitted: fc.boolean(),
      }),
      { maxLength: 8 },
    )
    const again = fc.constantFrom('never' as const, 'after-exit' as const, 'always' as const)
    fc.assert(
      fc.property(scans, again, fc.infiniteStream(fc.nat()), (some, how, weights) => {
        const known = some.map((one, index) => scan({ ...one, at: one.at + index * 2 * HOUR }))
        const shuffled = known
          .map((one) => ({ one, weight: weights.next().value }))
          .toSorted((a, b) => Number(a.weight) - Number(b.weight))
          .map(({ one }) => one)
        expect(said({ door: { again: how }, scans: shuffled })).toBe(said({ door: { again: how }, scans: known }))
        expect(findDoubleEntries(shuffled, how)).toEqual(findDoubleEntries(known, how))
      }),
    )
  })
})

describe('double entries', () => {
  const north = scan()
  const south = scan({ device: 'd2', door: 'Sur', at: NOON - HOUR + 1000 })

  it('are reported with both places, also a second apart', () => {
    expect(findDoubleEntries([south, north], 'never')).toEqual([{ ticket: 't1', first: north, second: south }])
  })

  it('are none when one scanner gave the code twice', () => {
    expect(findDoubleEntries([north, { ...north, at: north.at + 1000 }], 'never')).toEqual([])
  })

  it('are none after an exit, where people may come again', () => {
    expect(findDoubleEntries([north, went, back], 'after-exit')).toEqual([])
    expect(findDoubleEntries([north, went, back], 'never')).toEqual([{ ticket: 't1', first: north, second: back }])
    expect(findDoubleEntries([north, back], 'always')).toEqual([])
  })

  it('are reported by ticket', () => {
    expect(findDoubleEntries([north, { ...south, ticket: 't2' }], 'never')).toEqual([])
  })

  it('are exactly what one door that knew everything would have refused', () => {
    const scans = fc.array(
      fc.record({
        direction: fc.constantFrom('entry' as const, 'exit' as const),
        device: fc.constantFrom('d1', 'd2'),
      }),
      { maxLength: 10 },
    )
    fc.assert(
      fc.property(scans, fc.constantFrom('never' as const, 'after-exit' as const), (some, again) => {
        const timed = some.map((one, index) => scan({ ...one, at: NOON + index * HOUR }))
        const refused = timed.filter(({ at, direction }, index) => {
          const before = timed.slice(0, index)
          return (
            judgeTicket(TICKET, { ...DOOR, direction, again }, { listed: LISTED, asOf: NOON, scans: before }, at)
              .kind === 'refused'
          )
        })
        expect(findDoubleEntries(timed, again).map(({ second }) => second)).toEqual(refused)
      }),
    )
  })
})
