import { describe, expect, it } from 'vitest'
import { type SubmitMutation } from '#domain/answering/index.ts'
import type { HeldOutcome, HeldResult } from '#domain/answers/index.ts'
import { CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import type { Local } from './local.ts'
import { countHeldAnswers, loadAnswer } from './reads.ts'
import { page, answerOf, receivePage } from '#tests/support/device/pages.ts'

describe('an own answer that was held', () => {
  const by = { email: 'sofia@relevo.example', username: 'sofia' }
  const reason = { code: 'access.forbidden' } as const
  const fateOf = ({ answer, id }: SubmitMutation, outcome: HeldOutcome): HeldResult => ({
    answer,
    mutation: id,
    reason,
    at: CLOCK,
    outcome,
  })
  /** Saved, sent, and held by the server. */
  async function held(): Promise<{ readonly pair: ReturnType<typeof buildPair>; readonly saved: SubmitMutation }> {
    const pair = buildPair()
    pair.server.judge = ({ id, answer }) => ({ id, answer, status: 'held', reason, receivedAt: CLOCK, receipt: [] })
    const saved = await saveOne(pair.device.local, 1)
    await pair.device.run()
    return { pair, saved }
  }
  const deliveryIn = async (local: Local, { answer }: SubmitMutation) => (await loadAnswer(local, answer))?.delivery

  it('tells what became of it as soon as a pull has brought it', async () => {
    const { pair, saved } = await held()
    const { device, server } = pair
    expect(await deliveryIn(device.local, saved)).toMatchObject({ kind: 'held', reason })
    server.pages = () => ({
      held: [fateOf(saved, { kind: 'accepted', code: 'VIS8', by, at: CLOCK })],
      answers: [{ ...answerOf(1), id: saved.answer }],
    })
    await device.run()
    expect(await deliveryIn(device.local, saved)).toEqual({ kind: 'received', code: 'VIS8', at: CLOCK, acceptedBy: by })
    server.pages = () => ({ held: [fateOf(saved, { kind: 'discarded', reason: 'twice', by, at: CLOCK })] })
    await device.run()
    expect(await deliveryIn(device.local, saved)).toMatchObject({ kind: 'discarded', reason: 'twice' })
    // A server that does not know it, and one without news.
    server.pages = () => ({})
    await device.run()
    expect(await deliveryIn(device.local, saved)).toMatchObject({ kind: 'discarded' })
  })

  it('is counted as it is reported: not while more of it waits here, and not after the decision', async () => {
    const { pair, saved } = await held()
    const { local } = pair.device
    expect(await countHeldAnswers(local)).toBe(1)
    await saveOne(local, 2)
    expect(await countHeldAnswers(local)).toBe(1)
    await local.database.outbox.toCollection().modify({ answer: saved.answer })
    expect(await countHeldAnswers(local)).toBe(0)
    await local.database.outbox.clear()
    await receivePage(local, page({ held: [fateOf(saved, { kind: 'accepted', code: 'VIS8', by, at: CLOCK })] }))
    expect(await countHeldAnswers(local)).toBe(0)
  })

  it('is reported even when the decision came before the reply to its push', async () => {
    const { device, server } = buildPair()
    const saved = await saveOne(device.local, 1)
    await receivePage(
      device.local,
      page({ held: [fateOf(saved, { kind: 'discarded', reason: 'twice', by, at: CLOCK })] }),
    )
    expect(await deliveryIn(device.local, saved)).toMatchObject({ kind: 'saved' })
    server.judge = ({ id, answer }) => ({ id, answer, status: 'held', reason, receivedAt: CLOCK, receipt: [] })
    await device.run()
    expect(await deliveryIn(device.local, saved)).toMatchObject({ kind: 'discarded' })
  })

  it('stays on the device through a reset: the withdrawn area that holds it may not hide it', async () => {
    const { pair, saved } = await held()
    const { local } = pair.device
    await receivePage(
      local,
      page({ reset: true, cursor: 'c9', scope: 's2', held: [fateOf(saved, { kind: 'waiting' })] }),
    )
    expect(await loadAnswer(local, saved.answer)).toMatchObject({ submit: saved, delivery: { kind: 'held' } })
    await receivePage(local, page({ answers: [{ ...answerOf(1), id: saved.answer }] }))
    await receivePage(local, page({ reset: true, cursor: 'c10', scope: 's3' }))
    expect(await loadAnswer(local, saved.answer)).toBeUndefined()
  })
})
