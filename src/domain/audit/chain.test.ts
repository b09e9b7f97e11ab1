import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { there } from '#tests/support/there.ts'
import { buildDesk } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, NOW } from '#tests/support/builders/template.ts'
import { auditEntrySchema, NO_PREVIOUS_HASH, type AuditChain, type AuditEntry } from './index.ts'
import { toInstant, toMilliseconds } from '../kernel/index.ts'
import { keys, remove, set, unitForKeys, type Unit } from '../store/index.ts'
import {
  formatAuditNumber,
  logActionUnit,
  verifyAuditChain,
  hashAuditEntry,
  pruneAuditUnit,
  withAudit,
  type LoggedAction,
} from './chain.ts'

const ada = buildUser('ada', 'ROLE_ADMIN', [AREA])
const ACT: LoggedAction = {
  action: 'area.created',
  target: AREA,
  by: ada,
  from: '10.0.0.1',
  details: { users: 1, name: 'name' },
}
const touch: Unit<string> = unitForKeys([], () => ({ result: 'done', writes: [set('areas/x', { nombre: 'x' })] }))
const START = { number: 0, hash: NO_PREVIOUS_HASH }

type Desk = ReturnType<typeof buildDesk>
const entriesOf = (desk: Desk): AuditEntry[] =>
  [...desk.documents]
    .filter(([key]) => key.startsWith('audit/'))
    .map(([, document]) => document as AuditEntry)
    .sort((a, b) => (a.number < b.number ? -1 : 1))
const after = (days: number) => toInstant(toMilliseconds(NOW) + days * 24 * 60 * 60 * 1000)

function deskWith(acts: number): Desk {
  const desk = buildDesk()
  for (let act = 0; act < acts; act += 1) desk.commit(withAudit(touch, ACT, after(act)))
  return desk
}

describe('the log of administrative acts', () => {
  it('has an entry for each act that wrote something, in the same commit', () => {
    const desk = buildDesk()
    expect(desk.commit(withAudit(touch, ACT, NOW))).toBe('done')
    expect(desk.documents.get('areas/x')).toEqual({ nombre: 'x' })
    const [entry] = entriesOf(desk)
    expect(auditEntrySchema.parse(entry)).toMatchObject({
      number: '000000000001',
      action: 'area.created',
      by: 'ada',
      from: '10.0.0.1',
      previous: NO_PREVIOUS_HASH,
    })
  })

  it('has none for what changed nothing', () => {
    const desk = buildDesk()
    desk.commit(
      withAudit(
        unitForKeys([], () => ({ result: 'refused', writes: [] })),
        ACT,
        NOW,
      ),
    )
    expect(entriesOf(desk)).toEqual([])
  })

  it('takes what is known of the act from its result', () => {
    const desk = buildDesk()
    desk.commit(withAudit(touch, (result) => ({ ...ACT, details: { name: result } }), NOW))
    expect(entriesOf(desk)[0]?.details).toEqual({ name: 'done' })
  })

  it('notes what is only read', () => {
    const desk = buildDesk()
    desk.commit(logActionUnit({ ...ACT, action: 'users.exported', from: undefined }, NOW))
    expect(entriesOf(desk)[0]).toMatchObject({ action: 'users.exported', from: '' })
  })

  it('cuts what is too long instead of refusing the act', () => {
    const desk = buildDesk()
    desk.commit(withAudit(touch, { ...ACT, target: 'x'.repeat(9_000), details: { why: 'y'.repeat(9_000) } }, NOW))
    expect(auditEntrySchema.safeParse(entriesOf(desk)[0]).success).toBe(true)
  })

  it('is one chain', () => {
    const entries = entriesOf(deskWith(20))
    expect(verifyAuditChain(entries, START)).toEqual({ number: 20, hash: there(entries.at(-1)).hash })
  })

  it('shows where someone changed, removed, added or moved an entry', () => {
    const whole = entriesOf(deskWith(12))
    const forged = fc.record({
      at: fc.integer({ min: 0, max: 10 }),
      how: fc.constantFrom('change', 'remove', 'swap', 'add'),
    })
    fc.assert(
      fc.property(forged, ({ at, how }) => {
        const entries = [...whole]
        const [entry, next] = [there(entries[at]), there(entries[at + 1])]
        if (how === 'change') entries[at] = { ...entry, username: 'mallory' }
        if (how === 'remove') entries.splice(at, 1)
        if (how === 'swap') entries.splice(at, 2, next, entry)
        if (how === 'add') entries.splice(at, 0, { ...entry })
        const { broken } = verifyAuditChain(entries, START)
        expect(Number(broken)).toBeGreaterThanOrEqual(at + 1)
      }),
    )
  })

  it('shows a change also when its own hash was made to fit', () => {
    const entries = entriesOf(deskWith(5))
    const entry = there(entries[2])
    const forged = { ...entry, username: 'mallory' }
    entries[2] = { ...forged, hash: hashAuditEntry(forged) }
    expect(verifyAuditChain(entries, START).broken).toBe(formatAuditNumber(4))
  })

  it('has one hash for the same facts, in whatever order a store gives them back', () => {
    const entry = there(entriesOf(deskWith(1))[0])
    const turned = Object.fromEntries(Object.entries(entry).reverse()) as AuditEntry
    expect(hashAuditEntry({ ...turned, details: { name: 'name', users: 1 } })).toBe(entry.hash)
  })

  it('lets the oldest go, and can be followed from where it begins then', () => {
    const desk = deskWith(10)
    expect(desk.commit(pruneAuditUnit(entriesOf(desk).slice(0, 6), after(4)))).toBe(4)
    const entries = entriesOf(desk)
    const chain = there(desk.documents.get(keys.auditChain)) as { first: number; before: string }
    expect([entries.length, chain.first]).toEqual([6, 5])
    expect(verifyAuditChain(entries, { number: chain.first - 1, hash: chain.before }).number).toBe(10)
  })

  it('lets expired entries before a gap go, which are no longer part of the chain', () => {
    const desk = deskWith(6)
    const entries = entriesOf(desk)
    const chain = there(desk.documents.get(keys.auditChain)) as AuditChain
    const moved = set(keys.auditChain, { ...chain, first: 4, before: there(entries[2]).hash })
    const writes = [remove(keys.auditEntry('000000000003')), moved]
    desk.commit(unitForKeys([], () => ({ result: true, writes })))
    const left = entries.filter(({ number }) => number !== '000000000003')
    expect(desk.commit(pruneAuditUnit(left, after(4)))).toBe(3)
    expect(entriesOf(desk).map(({ number }) => number)).toEqual(['000000000005', '000000000006'])
    const now = there(desk.documents.get(keys.auditChain)) as AuditChain
    expect([now.first, verifyAuditChain(entriesOf(desk), { number: 4, hash: now.before }).number]).toEqual([5, 6])
  })

  it('lets nothing go that someone else let go in the meantime, nor what is not the oldest', () => {
    const desk = deskWith(5)
    const entries = entriesOf(desk)
    expect(desk.commit(pruneAuditUnit(entries.slice(1), after(9)))).toBe(0)
    expect(desk.commit(pruneAuditUnit(entries, after(3)))).toBe(3)
    expect(desk.commit(pruneAuditUnit(entries, after(3)))).toBe(0)
    expect(entriesOf(desk)).toHaveLength(2)
  })
})
