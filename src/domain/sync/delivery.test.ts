import { expect, it } from 'vitest'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { computeDelivery } from './delivery.ts'
import type { HeldOutcome } from '../answers/index.ts'
import type { OutboxEntry } from './outbox.ts'

const mutation = buildPlainSubmit(1)
const entry = (state: OutboxEntry['state']): OutboxEntry => ({
  id: mutation.id,
  answer: mutation.answer,
  mutation,
  files: [],
  savedAt: CLOCK,
  attempts: 0,
  frozen: false,
  state,
})
const envelope = { id: mutation.id, answer: mutation.answer, receivedAt: CLOCK, receipt: [] }
const received = { ...envelope, status: 'applied', version: 1, code: 'VIS1' } as const
const held = { ...envelope, status: 'held', reason: { code: 'answer.limit-reached' } } as const

it('says what became of an answer that was held, once the device has heard of it', () => {
  const by = { email: 'sofia@relevo.example', username: 'sofia' }
  const fate = (outcome: HeldOutcome) => ({
    answer: mutation.answer,
    mutation: mutation.id,
    reason: held.reason,
    at: CLOCK,
    outcome,
  })
  expect(computeDelivery([], [held], fate({ kind: 'waiting' }))).toMatchObject({
    kind: 'held',
    reason: { code: 'answer.limit-reached' },
  })
  expect(computeDelivery([], [held], fate({ kind: 'accepted', code: 'VIS7', by, at: CLOCK }))).toEqual({
    kind: 'received',
    code: 'VIS7',
    at: CLOCK,
    acceptedBy: by,
  })
  const discarded = fate({ kind: 'discarded', reason: 'twice', by, at: CLOCK })
  expect(computeDelivery([], [held], discarded)).toEqual({ kind: 'discarded', reason: 'twice', by, at: CLOCK })
  // The device's own state takes precedence, and another submission's decision does not count.
  expect(computeDelivery([entry({ kind: 'waiting', notBefore: 0 })], [held], discarded)).toMatchObject({
    kind: 'saved',
  })
  expect(computeDelivery([], [held], { ...discarded, mutation: buildPlainSubmit(9).id })).toMatchObject({
    kind: 'held',
  })
})

it('says what needs a person before what is under way, and that before what has arrived', () => {
  const waiting = entry({ kind: 'waiting', notBefore: 0 })
  const sending = entry({ kind: 'sending', since: 0 })
  const aside = entry({ kind: 'quarantined', problem: { code: 'template.missing' }, at: CLOCK })
  expect(computeDelivery([], [])).toBeUndefined()
  expect(computeDelivery([], [received])).toEqual({ kind: 'received', code: 'VIS1', at: CLOCK })
  expect(computeDelivery([], [held])).toMatchObject({ kind: 'held' })
  expect(computeDelivery([waiting], [received])).toMatchObject({ kind: 'saved', savedAt: CLOCK })
  expect(computeDelivery([waiting, sending], [received])).toMatchObject({ kind: 'sending' })
  expect(computeDelivery([aside, sending, waiting], [received])).toMatchObject({ kind: 'attention' })
})
