import { describe, expect, it } from 'vitest'
import { MAX_PUBLIC_PUSH_BYTES } from '#domain/sync/index.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { createBodyMemoryPool, type BodyMemoryPool } from './bodies.ts'

const KB = 1024
const LIMIT = 8 * KB * KB
const tuning = {
  ...DEFAULT_TUNING,
  maxAccountBodyBytes: 100 * KB,
  maxPublicBodyBytes: 50 * KB,
  bodySilence: 40,
  bodyStall: 5_000,
}

/** A request body that arrives in the given way. */
function coming(
  bodies: BodyMemoryPool,
  {
    declared,
    account = false,
    limit = LIMIT,
  }: { readonly declared?: number; readonly account?: boolean; readonly limit?: number } = {},
) {
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) })
  const headers = declared === undefined ? {} : { 'content-length': String(declared) }
  const request = new Request('http://relevo.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  if (account) bodies.recognise(request)
  const read = bodies.read(request, limit)
  let state: unknown = 'under way'
  void read.then((result) => (state = result.ok ? result.value.byteLength : result.problem.code))
  return {
    request,
    send: async (bytes: number) => {
      line?.enqueue(new Uint8Array(bytes))
      await new Promise((resolve) => setTimeout(resolve, 2))
    },
    finish: async () => {
      line?.close()
      await read
    },
    state: () => state,
  }
}

function withClock() {
  const clock = { now: 0 }
  return { clock, bodies: createBodyMemoryPool(() => clock.now, { ...tuning, bodySilence: 60_000 }) }
}

describe('bodies under way', () => {
  it('are counted together, by what has come: what is only announced takes no room', async () => {
    const { bodies } = withClock()
    const silent = Array.from({ length: 50 }, () => coming(bodies, { account: true, declared: 1000 * KB }))
    const [first, second, third] = [
      coming(bodies, { account: true }),
      coming(bodies, { account: true }),
      coming(bodies, { account: true }),
    ]
    await first.send(40 * KB)
    await second.send(40 * KB)
    await third.send(40 * KB)
    expect([first.state(), second.state(), third.state()]).toEqual(['under way', 'under way', 'server.busy'])
    expect(silent.map(({ state }) => state())).toEqual(Array(50).fill('under way'))
    await first.finish()
    await second.finish()
    expect([first.state(), second.state()]).toEqual([40 * KB, 40 * KB])
  })

  it('keep their place until what they asked for is done, and not longer', async () => {
    const { bodies, clock } = withClock()
    const first = coming(bodies, { account: true })
    await first.send(90 * KB)
    await first.finish()
    clock.now += 10 * 60_000
    const second = coming(bodies, { account: true })
    await second.send(20 * KB)
    expect(second.state()).toBe('server.busy')
    bodies.release(first.request)
    bodies.release(first.request)
    const third = coming(bodies, { account: true })
    await third.send(100 * KB)
    await third.finish()
    expect(third.state()).toBe(100 * KB)
  })

  it('of strangers have a part of their own, and do not stand in the way of those who work', async () => {
    const { bodies } = withClock()
    const strangers = Array.from({ length: 20 }, () => coming(bodies))
    for (const stranger of strangers) await stranger.send(20 * KB)
    expect(strangers.filter(({ state }) => state() === 'under way').length).toBe(2)
    const own = coming(bodies, { account: true })
    await own.send(90 * KB)
    await own.finish()
    expect(own.state()).toBe(90 * KB)
  })

  it('of strangers are small', async () => {
    const { bodies } = withClock()
    expect(coming(bodies, { declared: MAX_PUBLIC_PUSH_BYTES + 1 })).toBeDefined()
    const large = coming(bodies, { declared: MAX_PUBLIC_PUSH_BYTES + 1 })
    await large.send(0)
    const own = coming(bodies, { account: true, declared: MAX_PUBLIC_PUSH_BYTES + 1 })
    await own.send(0)
    expect([large.state(), own.state()]).toEqual(['request.too-large', 'under way'])
  })

  it('that stand still give their place to others; a byte now and then is standing still', async () => {
    const { bodies, clock } = withClock()
    const held = coming(bodies)
    await held.send(45 * KB)
    for (let second = 0; second < 5; second += 1) {
      clock.now += 1000
      await held.send(1)
    }
    const honest = coming(bodies)
    await honest.send(20 * KB)
    expect([held.state(), honest.state()]).toEqual(['server.busy', 'under way'])
    await honest.finish()
    expect(honest.state()).toBe(20 * KB)
  })

  it('that are slow and steady stay while there is room, and go first after a minute when there is none', async () => {
    const { bodies, clock } = withClock()
    const slow = coming(bodies)
    for (let second = 0; second < 20; second += 1) {
      clock.now += 3000
      await slow.send(2 * KB)
    }
    expect(slow.state()).toBe('under way')
    const quick = coming(bodies)
    await quick.send(20 * KB)
    expect([slow.state(), quick.state()]).toEqual(['server.busy', 'under way'])
  })

  it('of which nothing comes any more are ended, with or without others', async () => {
    const bodies = createBodyMemoryPool(() => 0, tuning)
    const held = coming(bodies, { account: true, declared: 100 * KB })
    await held.send(30 * KB)
    for (let wait = 0; wait < 100 && held.state() === 'under way'; wait += 1) await held.send(1)
    expect(held.state()).toBe('server.busy')
    const other = coming(bodies, { account: true })
    await other.send(95 * KB)
    expect(other.state()).toBe('under way')
    await other.finish()
  })

  it.each([{ declared: 100 }, {}])(
    'that can only be small have seconds, however steadily they come: %j',
    async (how) => {
      const bodies = createBodyMemoryPool(() => 0, { ...tuning, smallBodyTime: 60, bodySilence: 60_000 })
      const slow = coming(bodies, { ...how, limit: tuning.smallBodyBytes })
      for (let count = 0; count < 30 && slow.state() === 'under way'; count += 1) await slow.send(3)
      expect(slow.state()).toBe('server.busy')
    },
  )

  it('that are small are always read: signing in is one', async () => {
    const { bodies } = withClock()
    const large = coming(bodies)
    await large.send(50 * KB)
    const body = '{"email":"ines"}'
    const small = new Request('http://relevo.test/', {
      method: 'POST',
      body,
      headers: { 'content-length': String(body.length) },
    })
    expect(await bodies.read(small, LIMIT)).toMatchObject({ ok: true })
  })
})
