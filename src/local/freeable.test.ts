import { expect, it, vi } from 'vitest'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { attachFileToDraft, saveDraft } from './drafts.ts'
import { measureFreeableStorage, deleteReceivedCopies } from './freeable.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

it('copies of what the server has can go; work that it has not, never', async () => {
  const { device } = buildPair()
  const { local } = device
  const received = await saveOne(local, 1, [capture('a photo that has arrived')])
  await device.run()
  const waiting = await saveOne(local, 2, [capture('a photo that waits')])
  const { answer: id, template, version, header, content, clock } = buildPlainSubmit(3)
  await saveDraft(local, { id, template, version, header, content, startedAt: clock, updatedAt: clock })
  await attachFileToDraft(local, id, capture('a photo of a draft'))

  const before = await measureFreeableStorage(local)
  expect(before).toMatchObject({
    received: { count: 1 },
    drafts: { count: 1, bytes: 18 },
    refused: { count: 0, bytes: 0 },
    waiting: { count: 1, bytes: 18 },
  })
  expect(before.received.bytes).toBeGreaterThan(100)

  expect(await deleteReceivedCopies(local)).toEqual({ ok: true, value: 1 })
  expect(await loadAnswer(local, received.answer)).toBeUndefined()
  expect(await loadAnswer(local, waiting.answer)).toMatchObject({ delivery: { kind: 'saved' } })
  expect(await measureFreeableStorage(local)).toEqual({ ...before, received: { count: 0, bytes: 0 } })
  await device.run()
  expect((await loadAnswer(local, waiting.answer))?.delivery?.kind).toBe('received')
})

it('a copy that gets a change of its own while it is being freed stays', async () => {
  const { device } = buildPair()
  const { local } = device
  const received = await saveOne(local, 1)
  await device.run()
  const begin = local.database.transaction.bind(local.database) as (...given: readonly unknown[]) => unknown
  let others = 1
  vi.spyOn(local.database, 'transaction').mockImplementation(((...given: readonly unknown[]) => {
    if (given[0] !== 'rw' || others === 0) return begin(...given)
    others -= 1
    return saveAnswer(device.tab().local, { mutation: buildMove(2, { answer: received.answer }) }).then(() =>
      begin(...given),
    )
  }) as never)
  expect(await deleteReceivedCopies(local)).toEqual({ ok: true, value: 0 })
  expect(await loadAnswer(local, received.answer)).toBeDefined()
})
