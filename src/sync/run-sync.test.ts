import { describe, expect, it } from 'vitest'
import {
  deleteReceivedCopies,
  listOutbox,
  loadAnswer,
  loadFile,
  readOutboxSummary,
  readMeta,
  saveAnswer,
  writeMeta,
} from '#local/index.ts'
import { claimEntries, releaseStaleClaims } from '#local/sending.ts'
import { PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildDevice, buildPair, capture, saveOne, START } from '#tests/support/device/device.ts'
import { fakeServer, refusal } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { runSync } from './run-sync.ts'

const photo = capture('a photo of the shop front')
const signature = capture('a drawn signature', 'firma.png', 'image/png')
const isPush = (path: string): boolean => path === '/api/sync/push'

describe('a run', () => {
  it('sends files, then the answers; the bytes need not stay after the receipt', async () => {
    const { device, server } = buildPair()
    const saved = await saveOne(device.local, 1, [photo, signature])
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect(server.answers.get(saved.answer)).toEqual(saved)
    expect([...server.files.keys()].toSorted()).toEqual([photo.claim.sha256, signature.claim.sha256].toSorted())
    expect(await listOutbox(device.local)).toEqual([])
    expect(await readOutboxSummary(device.local)).toMatchObject({ bytes: 0 })
    expect((await loadAnswer(device.local, saved.answer))?.delivery).toMatchObject({ kind: 'received', code: 'VIS1' })
    await deleteReceivedCopies(device.local)
    expect(await loadFile(device.local, photo.claim)).toBeUndefined()
  })

  it('notes that the first pull did not come through, whatever kept it; of later ones no one needs to know', async () => {
    const { device, server } = buildPair()
    for (const fault of ['cut', refusal(403, 'session.no-areas')] as const) {
      await writeMeta(device.local, 'firstPullFailed', undefined)
      server.fault = () => fault
      await device.run({ hurry: true })
      expect(await readMeta(device.local, 'firstPullFailed')).toBe(true)
    }
    await writeMeta(device.local, 'firstPullFailed', undefined)
    server.fault = () => undefined
    await device.run({ hurry: true })
    server.fault = () => 'cut'
    await device.run({ hurry: true })
    expect(await readMeta(device.local, 'firstPullFailed')).toBeUndefined()
  })

  it('names its account on every request', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo])
    await device.run()
    expect(new Set(server.calls.map((call) => call.headers.get('x-relevo-account')))).toEqual(new Set(['ines']))
  })

  it('drains a long queue in batches of at most a hundred', async () => {
    const { device, server } = buildPair()
    for (let seed = 1; seed <= 230; seed += 1) await saveOne(device.local, seed)
    await device.run()
    expect(server.pushed().map((ids) => ids.length)).toEqual([100, 100, 30])
    expect(server.answers.size).toBe(230)
    expect(await readOutboxSummary(device.local)).toMatchObject({
      waiting: 0,
      sending: 0,
      quarantined: 0,
      oldest: null,
      bytes: 0,
    })
  })

  it('gets the same result when the server committed and its reply was lost', async () => {
    const { device, server } = buildPair()
    const saved = await saveOne(device.local, 1, [photo])
    server.fault = (call) => (isPush(call.path) ? 'lose-reply' : undefined)
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' } })
    expect(await loadFile(device.local, photo.claim)).toBeDefined()
    server.fault = () => undefined
    await device.run({ hurry: true })
    expect(server.answers.size).toBe(1)
    expect((await loadAnswer(device.local, saved.answer))?.delivery).toMatchObject({ kind: 'received', code: 'VIS1' })
  })

  it('takes up what a killed runner left under way', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    await claimEntries(device.local, {
      now: START,
      limit: 1,
      characters: 1_000_000,
      kind: 'fresh',
      except: new Set(),
      hurry: false,
    })
    expect(await readOutboxSummary(device.local)).toMatchObject({ sending: 1 })
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('is no duplicate when page and worker run at once without locks', async () => {
    const { device, server } = buildPair()
    for (let seed = 1; seed <= 20; seed += 1) await saveOne(device.local, seed, [capture(`photo ${seed}`)])
    const worker = device.tab()
    await Promise.all([device.run(), runSync(worker.deps), device.run()])
    await device.run()
    expect(server.answers.size).toBe(20)
    expect(await listOutbox(device.local)).toEqual([])
  })

  it('steps aside while another runner holds the lock', async () => {
    const locks = { request: async <T>(_: string, __: unknown, run: (lock: unknown) => Promise<T>) => run(null) }
    const { device, server } = buildPair({ locks })
    await saveOne(device.local, 1)
    expect(await device.run()).toEqual({ kind: 'busy' })
    expect(server.calls).toEqual([])
  })

  it('reports the bytes of the files that it still has to send, and of no others', async () => {
    const { device, server } = buildPair()
    const [sent, refused, waiting] = [capture('sent'), capture('refused'), capture('waits here')]
    await saveOne(device.local, 1, [sent, waiting])
    // A file in two entries is sent once.
    await saveOne(device.local, 3, [waiting])
    const other = await saveOne(device.local, 2, [refused])
    server.judge = ({ id }) =>
      id === other.id ? { id, status: 'rejected', problem: { code: 'template.missing' } } : undefined
    const waitingHash = btoa(waiting.claim.sha256)
    server.fault = ({ headers }) =>
      headers.get('upload-metadata')?.includes(waitingHash) === true ? refusal(500, 'server.failed') : undefined
    await device.run()
    const report = server.calls.findLast(({ path }) => path.startsWith('/api/sync/pull'))?.body
    expect(JSON.parse(String(report))).toMatchObject({ queued: 2, quarantined: 1, waitingBytes: 10 })
  })

  it('measures the clock offset half-way between request and reply', async () => {
    const server = fakeServer(AUTHOR_PROFILE)
    server.now = () => START + 3_600_000
    const slow = buildDevice(async (path, init) => {
      slow.clock.now += 2000
      const response = await server.fetch(path, init)
      slow.clock.now += 2000
      return response
    })
    await slow.run()
    expect(await readMeta(slow.local, 'clockOffset')).toBe(3_600_000 - 2000)
  })
})

describe('a sign-in that is needed', () => {
  it('pauses the outbox, keeps every entry and counts no attempt; a session that stands again lets it continue', async () => {
    const { device, server } = buildPair()
    for (let seed = 1; seed <= 3; seed += 1) await saveOne(device.local, seed, [capture(`photo ${seed}`)])
    server.fault = () => refusal(401, 'session.required')
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    expect(await readMeta(device.local, 'signInNeeded')).toBe(true)
    const asked = server.calls.length
    await device.run({ hurry: true })
    expect(server.calls.slice(asked).map((call) => call.path)).toEqual(['/api/session'])
    const entries = await listOutbox(device.local)
    expect(entries.map((entry) => [entry.state.kind, entry.attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ])
    server.fault = () => undefined
    await device.run()
    expect(server.answers.size).toBe(3)
    expect(await readMeta(device.local, 'signInNeeded')).toBeUndefined()
  })

  it('stands for a guest until something got through: a run without a network forgets nothing', async () => {
    const { device, server } = buildPair({ account: PUBLIC_AUTHOR })
    const needed = () => readMeta(device.local, 'signInNeeded')
    await saveAnswer(device.local, { mutation: buildPlainSubmit(1, 'una luz', { author: PUBLIC_AUTHOR }) })
    server.fault = () => refusal(401, 'session.required')
    await device.run()
    expect(await needed()).toBe(true)
    server.fault = () => 'cut'
    await device.run({ hurry: true })
    expect(await needed()).toBe(true)
    server.fault = () => undefined
    device.clock.now += 3_600_000
    await device.run({ hurry: true })
    expect([await listOutbox(device.local), await needed()]).toEqual([[], undefined])
  })

  it('is not believed of a hotel’s 401 page', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = () => new Response('Please log in to the Wi-Fi', { status: 401 })
    await device.run()
    expect(await readMeta(device.local, 'signInNeeded')).toBeUndefined()
  })
})

describe('the server’s other words', () => {
  it('held stores the receipt, and the bytes may go', async () => {
    const { device, server } = buildPair()
    const saved = await saveOne(device.local, 1, [photo])
    server.judge = ({ id, answer, files }) => ({
      id,
      answer,
      status: 'held',
      reason: { code: 'answer.limit-reached' },
      receivedAt: buildPlainSubmit(1).clock,
      receipt: files.map(({ sha256, bytes }) => ({ sha256, bytes })),
    })
    await device.run()
    expect((await loadAnswer(device.local, saved.answer))?.delivery).toMatchObject({
      kind: 'held',
      reason: { code: 'answer.limit-reached' },
    })
    await deleteReceivedCopies(device.local)
    expect(await loadFile(device.local, photo.claim)).toBeUndefined()
  })

  it('a receipt without one of the files lets nothing go', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo, signature])
    server.judge = ({ id, answer, clock }) => ({
      id,
      answer,
      status: 'applied',
      version: 1,
      code: 'VIS1',
      receivedAt: clock,
      receipt: [{ sha256: photo.claim.sha256, bytes: photo.claim.bytes }],
    })
    await device.run()
    expect(await loadFile(device.local, signature.claim)).toBeDefined()
    expect(await listOutbox(device.local)).toMatchObject([
      { state: { kind: 'quarantined', problem: { code: 'file.missing' } } },
    ])
  })

  it('a file that the server lost is sent again', async () => {
    const { device, server } = buildPair()
    const saved = await saveOne(device.local, 1, [photo])
    server.fault = (call) => (isPush(call.path) ? 'cut' : undefined)
    await device.run()
    server.files.clear()
    server.fault = () => undefined
    await device.run({ hurry: true })
    expect(await listOutbox(device.local)).toMatchObject([
      { files: [{ confirmed: false }], state: { kind: 'waiting' } },
    ])
    await device.run({ hurry: true })
    expect(server.answers.has(saved.answer)).toBe(true)
  })

  it('a protocol that is not understood quarantines nothing', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = (call) => (isPush(call.path) ? refusal(400, 'request.unsupported-protocol') : undefined)
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'refused' } })
    expect(await readOutboxSummary(device.local)).toMatchObject({ waiting: 1, quarantined: 0 })
  })

  it('two results for one mutation, or another’s result, are no answer at all', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.judge = () => ({
      id: buildPlainSubmit(99).id,
      status: 'retry',
      after: 0,
      problem: { code: 'server.busy' },
      missing: [],
    })
    await device.run()
    expect(await readOutboxSummary(device.local)).toMatchObject({ waiting: 1 })
  })
})

it('sends and shows nothing of another account on the same tablet', async () => {
  const { device, server } = buildPair()
  await saveOne(device.local, 1, [photo])
  const other = buildPair({ indexedDB: device.indexedDB, account: 'olga' as typeof AUTHOR_PROFILE.id })
  await other.device.run()
  expect(other.server.pushed()).toEqual([])
  expect(await listOutbox(other.device.local)).toEqual([])
  expect(() => saveAnswer(other.device.local, { mutation: buildPlainSubmit(2) })).toThrow()
  expect(await readOutboxSummary(device.local)).toMatchObject({ waiting: 1 })
  await releaseStaleClaims(device.local)
  expect(server.calls).toEqual([])
})
