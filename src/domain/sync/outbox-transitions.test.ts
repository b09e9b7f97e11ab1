import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateMutationId } from '../kernel/new-ids.ts'
import { toInstant } from '../kernel/moments.ts'
import { buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { outboxEntrySchema, type OutboxEntry } from './outbox.ts'
import {
  applyFailure,
  applyResult,
  claimEntry,
  markFileConfirmed,
  isEntryDue,
  isReceiptComplete,
  quarantineEntry,
  releaseEntry,
  retryQuarantinedEntry,
} from './outbox-transitions.ts'
import type { PushResult } from './protocol.ts'

const NOW = Date.parse('2026-11-21T09:00:00.000Z')
const AT = toInstant(NOW)
const moment = { now: NOW, random: () => 0.999 }

function buildEntry(change: Partial<OutboxEntry> = {}): OutboxEntry {
  const mutation = buildSubmit(1)
  const files = mutation.files.map(({ sha256, bytes }) => ({ sha256, bytes, confirmed: false }))
  const state = { kind: 'waiting', notBefore: 0 } as const
  return {
    id: mutation.id,
    answer: mutation.answer,
    mutation,
    files,
    savedAt: mutation.clock,
    attempts: 0,
    frozen: false,
    state,
    ...change,
  }
}

const receipt = [PHOTO, SIGNATURE].map(({ sha256, bytes }) => ({ sha256, bytes }))
const { id, answer } = buildEntry()
const applied: PushResult = { id, answer, status: 'applied', version: 1, code: 'VIS1', receivedAt: AT, receipt }

describe('an outbox entry', () => {
  it('is done only with a receipt that lists every file with its length', () => {
    expect(applyResult(buildEntry(), applied, moment, AT)).toEqual({ kind: 'done', receipt: applied })
    const shorter = { ...applied, receipt: receipt.slice(1) }
    const other = { ...applied, receipt: receipt.map((file) => ({ ...file, bytes: file.bytes + 1 })) }
    for (const result of [shorter, other]) {
      const after = applyResult(buildEntry(), result, moment, AT)
      expect(after).toMatchObject({
        kind: 'kept',
        entry: { state: { kind: 'quarantined', problem: { code: 'file.missing' } } },
      })
    }
  })

  it('is never given the word about another', () => {
    expect(() =>
      applyResult(buildEntry(), { ...applied, id: generateMutationId(new Uint8Array(16).fill(9)) }, moment, AT),
    ).toThrow()
  })

  it('waits longer with each failure, under a minute, and at least as long as the server asks', () => {
    const problem = { code: 'server.busy' } as const
    let entry = buildEntry()
    let last = 0
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      entry = applyFailure(entry, { problem }, moment)
      const wait = entry.state.kind === 'waiting' ? entry.state.notBefore - NOW : -1
      expect(wait).toBeGreaterThanOrEqual(last)
      expect(wait).toBeLessThan(60_000)
      last = wait
    }
    const asked = applyFailure(buildEntry(), { problem, after: 90_000 }, { now: NOW, random: () => 0 })
    expect(isEntryDue(asked, NOW + 89_999)).toBe(false)
    expect(isEntryDue(asked, NOW + 90_000)).toBe(true)
  })

  it('does not wait for a clock that was set back', () => {
    const entry = applyFailure(buildEntry(), { problem: { code: 'server.busy' } }, moment)
    expect(isEntryDue(entry, NOW)).toBe(false)
    expect(isEntryDue(entry, NOW - 1)).toBe(true)
    expect(isEntryDue(buildEntry({ state: { kind: 'waiting', notBefore: NOW + 1e11 } }), NOW)).toBe(true)
  })

  it('comes back from a runner that died without a failure counted, and from quarantine as new', () => {
    const sending = claimEntry(buildEntry({ attempts: 3 }), NOW)
    expect(sending).toMatchObject({ frozen: true, state: { kind: 'sending' } })
    expect(releaseEntry(sending)).toMatchObject({ attempts: 3, frozen: true, state: { kind: 'waiting', notBefore: 0 } })
    const aside = quarantineEntry(sending, { code: 'template.missing' }, AT)
    expect(releaseEntry(aside)).toBe(aside)
    expect(retryQuarantinedEntry(aside)).toMatchObject({ attempts: 0, state: { kind: 'waiting', notBefore: 0 } })
  })

  it('forgets that files are confirmed when the server misses them', () => {
    const entry = markFileConfirmed(markFileConfirmed(buildEntry(), PHOTO.sha256), SIGNATURE.sha256)
    const result: PushResult = {
      id,
      status: 'retry',
      after: 0,
      problem: { code: 'file.missing' },
      missing: [PHOTO.sha256],
    }
    const after = applyResult(entry, result, moment, AT)
    expect(after.kind === 'kept' && after.entry.files.map((file) => file.confirmed)).toEqual([false, true])
  })
})

it('keeps its laws along every path', () => {
  const problem = fc.constantFrom({ code: 'server.busy' } as const, { code: 'template.missing' } as const)
  const files = fc.subarray(receipt)
  const results: fc.Arbitrary<PushResult> = fc.oneof(
    files.map((list) => ({ ...applied, receipt: list })),
    problem.map((reason) => ({ id, answer, status: 'held' as const, reason, receivedAt: AT, receipt })),
    problem.map((reason) => ({ id, status: 'rejected' as const, problem: reason })),
    fc.record({ after: fc.integer({ min: 0, max: 3600 }), list: files }).map(({ after, list }) => ({
      id,
      status: 'retry' as const,
      after,
      problem: { code: 'file.missing' } as const,
      missing: list.map((file) => file.sha256),
    })),
  )
  type Step = (entry: OutboxEntry, now: number) => OutboxEntry | 'done'
  const random = (): number => 0.5
  const steps: fc.Arbitrary<Step> = fc.oneof(
    fc.constant<Step>((entry, now) => (isEntryDue(entry, now) ? claimEntry(entry, now) : entry)),
    fc.constant<Step>((entry) => releaseEntry(entry)),
    fc.constant<Step>((entry) => retryQuarantinedEntry(entry)),
    fc.constant<Step>((entry) => markFileConfirmed(entry, PHOTO.sha256)),
    fc.record({ problem, after: fc.nat(1e12) }).map(
      (failure): Step =>
        (entry, now) =>
          applyFailure(entry, failure, { now, random }),
    ),
    results.map((result): Step => (entry, now) => {
      const after = applyResult(entry, result, { now, random }, toInstant(now))
      if (after.kind === 'kept') return after.entry
      expect(isReceiptComplete(entry, after.receipt.receipt)).toBe(true)
      return 'done'
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(steps, fc.integer({ min: -1e9, max: 1e9 })), { maxLength: 30 }), (path) => {
      let entry = buildEntry()
      let now = NOW
      for (const [step, passed] of path) {
        now += passed
        const next = step(entry, now)
        if (next === 'done') return
        expect(next.mutation).toBe(entry.mutation)
        expect(next.frozen || !entry.frozen).toBe(true)
        expect(outboxEntrySchema.safeParse(next).success).toBe(true)
        if (next.state.kind === 'waiting') expect(isEntryDue(next, Math.max(next.state.notBefore, now))).toBe(true)
        entry = next
      }
    }),
  )
})
