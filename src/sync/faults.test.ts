import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listOutbox, readMeta, writeMeta } from '#local/index.ts'
import { buildPair, capture, runOver, saveOne } from '#tests/support/device/device.ts'
import { portal, refusal, type Fault } from '#tests/support/device/fake-server.ts'
import type { Fetch } from './deps.ts'

const isPush = (path: string): boolean => path === '/api/sync/push'
/**
 * Thirty answers with a photo each, this many failures a quarter of a minute ago, and a connection slower than the
 * storage.
 */
async function buildBack(failures: number) {
  const { device, server } = buildPair()
  for (let seed = 1; seed <= 30; seed += 1) await saveOne(device.local, seed, [capture(`photo ${seed}`)])
  await writeMeta(
    device.local,
    'failures',
    Array.from({ length: failures }, (_, i) => device.clock.now - 15_000 - failures + i),
  )
  let underway = 0
  let refused = false
  const line = {
    /** maximum concurrent requests */
    most: 0,
    /** requests sent after a refusal was received */
    late: 0,
    fetch: (async (path, init) => {
      underway += 1
      line.most = Math.max(line.most, underway)
      if (refused) line.late += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
      const response = await server.fetch(path, init).finally(() => (underway -= 1))
      refused ||= response.status >= 400
      return response
    }) as Fetch,
  }
  return { device, server, line }
}

describe('faults of the line and the server', () => {
  it.each([
    ['a captive portal', portal],
    ['an unreadable 200', () => new Response('{"results":[]', { status: 200 })],
    ['a 200 of another shape', () => Response.json({ results: 'many' })],
    ['a proxy that forbids', () => new Response('<h1>Forbidden</h1>', { status: 403 })],
    ['a 503', () => refusal(503, 'server.busy')],
    ['a redirect that nobody followed', () => new Response(null, { status: 302 })],
  ])('%s leaves everything waiting, with its reason', async (_, answer) => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = answer
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' } })
    const [entry] = await listOutbox(device.local)
    expect(entry).toMatchObject({ attempts: 1, state: { kind: 'waiting', problem: { code: expect.any(String) } } })
    server.fault = () => undefined
    await device.run({ hurry: true })
    expect(server.answers.size).toBe(1)
  })

  it('waits for the back-off, and for Retry-After when the server gives one', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = (call) =>
      isPush(call.path)
        ? Response.json({ error: { code: 'request.too-many' } }, { status: 429, headers: { 'retry-after': '20' } })
        : undefined
    expect(await device.run()).toMatchObject({ next: 21_000 })
    server.fault = () => undefined
    device.clock.now += 20_000
    await device.run()
    expect(server.answers.size).toBe(0)
    device.clock.now += 1_000
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('obeys a Retry-After that is a date, by the server’s own clock', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    const headers = { 'retry-after': 'Sat, 21 Nov 2020 09:00:30 GMT', date: 'Sat, 21 Nov 2020 09:00:00 GMT' }
    server.fault = (call) =>
      isPush(call.path) ? Response.json({ error: { code: 'server.busy' } }, { status: 503, headers }) : undefined
    expect(await device.run()).toMatchObject({ next: 31_000 })
  })

  it('does not wait for ever when the clock is set back', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = () => 'cut'
    await device.run()
    server.fault = () => undefined
    device.clock.now -= 10 * 365 * 86_400_000
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('asks a failing server at most twelve times a minute, however often it is asked to', async () => {
    const { device, server } = buildPair()
    for (let seed = 1; seed <= 5; seed += 1) await saveOne(device.local, seed, [capture(`photo ${seed}`)])
    server.fault = () => 'cut'
    for (let run = 0; run < 40; run += 1) await device.run({ hurry: true })
    expect(server.calls.length).toBeLessThanOrEqual(12)
    expect(await device.run({ hurry: true })).toMatchObject({ kind: 'stopped', stop: { kind: 'wait' } })
    server.fault = () => undefined
    device.clock.now += 60_000
    await device.run()
    expect(server.answers.size).toBe(5)
  })

  it('never asks it more than twelve times in any minute, and finds it again within ten seconds', async () => {
    const { device, server } = buildPair()
    for (let seed = 1; seed <= 5; seed += 1) await saveOne(device.local, seed, [capture(`photo ${seed}`)])
    const asked: number[] = []
    server.fault = () => {
      asked.push(device.clock.now)
      return 'cut'
    }
    for (let second = 0; second < 180; second += 1) {
      await device.run()
      device.clock.now += 1_000
    }
    for (const at of asked)
      expect(asked.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(12)
    server.fault = () => undefined
    device.clock.now += 10_000
    await device.run({ hurry: true })
    expect(server.answers.size).toBe(5)
  })

  it.each([8, 11])(
    'drains in one run when the server is back after %i failures: what is under way only makes the others wait for it',
    async (failures) => {
      const { device, server, line } = await buildBack(failures)
      expect(await runOver(device, line.fetch)).toEqual({ kind: 'done', next: undefined })
      expect(server.answers.size).toBe(30)
      expect(line.most).toBeLessThanOrEqual(12 - failures)
    },
  )

  it('has not asked it more than twelve times in the minute when it fails again in the middle', async () => {
    const { device, server, line } = await buildBack(8)
    server.fault = () => (server.calls.length > 20 ? 'cut' : undefined)
    await runOver(device, line.fetch, { hurry: true })
    expect(server.calls.length).toBeGreaterThan(20)
    for (let run = 0; run < 10; run += 1) await runOver(device, line.fetch, { hurry: true })
    expect(server.calls.length).toBeLessThanOrEqual(24)
  })

  it.each([
    ['busy', 503, 'server.busy'],
    ['that wants a new sign-in', 401, 'session.required'],
  ])('sends nothing of what has waited for the word of a server %s', async (_, status, code) => {
    const { device, server, line } = await buildBack(8)
    server.fault = () => (server.calls.length === 1 ? refusal(status, code) : undefined)
    expect(await runOver(device, line.fetch, { hurry: true })).toMatchObject({
      kind: 'stopped',
      stop: { problem: { code } },
    })
    expect(server.answers.size).toBe(0)
    expect(line.late).toBe(0)
  })

  it('continues with the pull when what waited for the word of a gateway could not be sent', async () => {
    const { device, server, line } = await buildBack(8)
    server.fault = (call) => (call.path.startsWith('/api/uploads') ? new Response('', { status: 502 }) : undefined)
    await runOver(device, line.fetch, { hurry: true })
    expect(server.calls.filter(({ path }) => path.startsWith('/api/uploads'))).toHaveLength(1)
    expect(await readMeta(device.local, 'cursor')).toBe('c0')
  })

  it('rests when one of many files is answered with 401, and says so', async () => {
    const { device, server } = buildPair()
    await saveOne(
      device.local,
      1,
      [1, 2, 3, 4, 5, 6].map((number) => capture(`photo ${number} of one`)),
    )
    await saveOne(device.local, 2, [capture('another')])
    server.fault = () => (server.calls.length === 1 ? refusal(401, 'session.required') : undefined)
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    expect(await readMeta(device.local, 'signInNeeded')).toBe(true)
  })

  it('obeys a Retry-After that one of an answer’s files was given, though its others were not asked at all', async () => {
    const { device, server } = buildPair()
    await saveOne(
      device.local,
      1,
      [1, 2, 3].map((number) => capture(`photo ${number} of one`)),
    )
    await writeMeta(
      device.local,
      'failures',
      Array.from({ length: 8 }, () => device.clock.now - 15_000),
    )
    const busy = () =>
      Response.json({ error: { code: 'server.busy' } }, { status: 503, headers: { 'retry-after': '120' } })
    server.fault = ({ path }) => (path.startsWith('/api/uploads') ? busy() : undefined)
    await device.run({ hurry: true })
    const [entry] = await listOutbox(device.local)
    expect(entry?.attempts).toBe(1)
    expect(entry?.state.kind === 'waiting' && entry.state.notBefore - device.clock.now).toBeGreaterThanOrEqual(120_000)
  })

  it('ends the run for a gateway’s word of one file, though another of the same answer is refused for good', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [capture('refused'), capture('held up')])
    server.fault = (call) => {
      if (call.path.startsWith('/api/sync/pull')) return undefined
      return server.calls.length === 1 ? refusal(413, 'file.too-large') : new Response('', { status: 502 })
    }
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' } })
    expect(await listOutbox(device.local)).toMatchObject([{ state: { kind: 'quarantined' } }])
  })

  it.each([500, 502])('continues with the pull when only the push fails with %i', async (status) => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = (call) => (isPush(call.path) ? new Response('', { status }) : undefined)
    await device.run()
    expect(await readMeta(device.local, 'cursor')).toBe('c0')
  })
})

it('whatever the line and the server did, when it stops each answer has arrived once, with its bytes', async () => {
  const faults = fc.array(
    fc.constantFrom<(() => Fault)[]>(
      () => undefined,
      () => 'cut',
      () => 'lose-reply',
      () => ({ cutAfter: 5 }),
      portal,
      () => refusal(500, 'server.failed'),
      () => refusal(503, 'server.busy'),
      () => refusal(429, 'request.too-many'),
      () => refusal(401, 'session.required'),
      () => new Response('gateway', { status: 502 }),
    ),
    { maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(faults, async (list) => {
      const { device, server } = buildPair()
      const files = [1, 2, 3, 4].map((seed) => [capture(`photo ${seed}`), capture(`another ${seed}`)])
      const saved = []
      for (const [index, pair] of files.entries()) saved.push(await saveOne(device.local, index + 1, pair))
      const left = [...list]
      server.fault = () => left.shift()?.()
      for (let run = 0; left.length > 0 && run < 30; run += 1) {
        await device.run()
        device.clock.now += 20_000
      }
      server.fault = () => undefined
      device.clock.now += 60_000
      await device.run()
      device.clock.now += 60_000
      await device.run()
      expect(await listOutbox(device.local)).toEqual([])
      expect([...server.answers.keys()].toSorted()).toEqual(saved.map(({ answer }) => answer).toSorted())
      expect([...server.files.keys()].toSorted()).toEqual(
        files
          .flat()
          .map(({ claim }) => claim.sha256)
          .toSorted(),
      )
    }),
    { numRuns: 25 },
  )
})
