import { describe, expect, it } from 'vitest'
import { listOutbox, loadAnswer } from '#local/index.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import { refusal } from '#tests/support/device/fake-server.ts'

const photo = capture('a photo of the shop front')
const signature = capture('a drawn signature', 'firma.png', 'image/png')
const isPush = (path: string): boolean => path === '/api/sync/push'

describe('a poisoned entry', () => {
  it.each([
    [422, 'request.malformed'],
    [413, 'request.too-large'],
    [403, 'access.forbidden'],
    [409, 'answer.version-conflict'],
  ])('that makes the whole push fail with %i is set aside alone', async (status, code) => {
    const { device, server } = buildPair()
    const saved = []
    for (let seed = 1; seed <= 30; seed += 1) saved.push(await saveOne(device.local, seed))
    const poisoned = saved[17]
    server.fault = (call) =>
      isPush(call.path) && String(call.body).includes(poisoned?.id ?? '') ? refusal(status, code) : undefined
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect(server.answers.size).toBe(29)
    expect(await listOutbox(device.local)).toMatchObject([
      { id: poisoned?.id, state: { kind: 'quarantined', problem: { code } } },
    ])
  })

  it('that makes the server break with a 500 is found, and the others arrive', async () => {
    const { device, server } = buildPair()
    const saved = []
    for (let seed = 1; seed <= 30; seed += 1) saved.push(await saveOne(device.local, seed))
    const poisoned = [saved[3]?.id ?? '', saved[29]?.id ?? '']
    server.fault = (call) =>
      isPush(call.path) && poisoned.some((id) => String(call.body).includes(id))
        ? refusal(500, 'server.failed')
        : undefined
    for (let minute = 0; minute < 3; minute += 1) {
      await device.run({ hurry: true })
      device.clock.now += 60_000
    }
    expect(server.answers.size).toBe(28)
    expect((await listOutbox(device.local)).map((entry) => entry.id)).toEqual(poisoned)
    const fresh = await saveOne(device.local, 31)
    await device.run()
    expect(server.answers.has(fresh.answer)).toBe(true)
  })

  it('that the server rejects goes to quarantine, and its neighbours are received', async () => {
    const { device, server } = buildPair()
    const [first, second] = [await saveOne(device.local, 1), await saveOne(device.local, 2)]
    server.judge = ({ id }) =>
      id === first.id ? { id, status: 'rejected', problem: { code: 'template.missing' } } : undefined
    await device.run()
    expect([...server.answers.keys()]).toEqual([second.answer])
    expect((await loadAnswer(device.local, first.answer))?.delivery).toMatchObject({
      kind: 'attention',
      problem: { code: 'template.missing' },
    })
  })

  it('with a file that reads back empty is quarantined, and nothing else is sent in its place', async () => {
    const { device, server } = buildPair()
    const broken = await saveOne(device.local, 1, [photo])
    await saveOne(device.local, 2, [signature])
    await device.local.database.blobs.put({ sha256: photo.claim.sha256, data: new ArrayBuffer(0) })
    await device.run()
    expect(server.answers.size).toBe(1)
    expect(server.files.has(photo.claim.sha256)).toBe(false)
    expect(await listOutbox(device.local)).toMatchObject([
      { id: broken.id, state: { kind: 'quarantined', problem: { code: 'file.unreadable' } } },
    ])
  })
})
