import { describe, expect, it } from 'vitest'
import { buildWorld, codeOf, PASSWORD, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const login = (world: World, email: string, password = PASSWORD) =>
  world.ask('POST', '/api/session', { body: { email, password } })

describe('throttling', () => {
  it('says when to come again while too many passwords are being looked at, and counts no failure for it', async () => {
    const world = await buildWorld()
    const passwords = world.ports.passwords as { isFull?: () => boolean }
    passwords.isFull = () => true
    for (let time = 0; time < 3 * DEFAULT_TUNING.freeFailuresPerAccount; time += 1) {
      const busy = await login(world, 'ines')
      expect([busy.status, busy.headers.get('retry-after'), await codeOf(busy)]).toEqual([503, '5', 'server.busy'])
    }
    passwords.isFull = () => false
    expect((await login(world, 'ines')).status).toBe(200)
  })

  it('has a pace for one account, with the right password, too', async () => {
    const world = await buildWorld()
    const statuses = new Set<number>()
    for (let time = 0; time < 200; time += 1) statuses.add((await login(world, 'ines')).status)
    expect([...statuses]).toEqual([200, 429])
    expect((await login(world, 'pablo')).status).toBe(200)
    world.clock.now += 60_000
    expect((await login(world, 'ines')).status).toBe(200)
  })

  it('counts a whole IPv6 network as one address, and the two ways of writing an IPv4 one', async () => {
    for (const [first, second] of [
      ['2001:db8:1:2::7', '2001:DB8:1:2:aaaa:bbbb:cccc:1'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['::1', '0:0:0:0:0:0:0:1'],
    ] as const) {
      let address: string = first
      const world = await buildWorld({ addressOf: () => address })
      const guess = (n: number) => world.ask('POST', '/api/session', { body: { email: `nobody-${n}`, password: 'x' } })
      for (let n = 0; n <= DEFAULT_TUNING.freeFailuresPerAddress; n += 1) await guess(n)
      expect((await guess(100)).status).toBe(429)
      address = second
      expect((await guess(101)).status).toBe(429)
      address = '2001:db8:1:3::7'
      expect((await guess(102)).status).toBe(401)
    }
  })

  it('lets an account fail a few times, then makes it wait, longer each time; the right password waits, too', async () => {
    const world = await buildWorld()
    for (let time = 0; time < DEFAULT_TUNING.freeFailuresPerAccount + 1; time += 1) await login(world, 'ines', 'wrong')
    const waits: (string | null)[] = []
    for (let time = 0; time < 3; time += 1) {
      const throttled = await login(world, 'ines')
      expect([throttled.status, await codeOf(throttled)]).toEqual([429, 'session.throttled'])
      const seconds = throttled.headers.get('retry-after')
      waits.push(seconds)
      world.clock.now += Number(seconds) * 1000
      expect((await login(world, 'ines', 'wrong')).status).toBe(401)
    }
    expect(waits).toEqual(['1', '2', '4'])
    expect((await login(world, 'pablo')).status).toBe(200)
  })

  it('slows down who guesses, and not the owner at another place, however long the guessing continues', async () => {
    const from = { address: '192.0.2.1' }
    const world = await buildWorld({ addressOf: () => from.address })
    for (let guesses = 0; guesses < 400; guesses += 1) {
      const { status, headers } = await login(world, 'ines', 'wrong')
      if (status === 429) world.clock.now += Number(headers.get('retry-after')) * 1000
    }
    expect((await login(world, 'ines', 'wrong')).status).toBeLessThan(500)
    from.address = '198.51.100.7'
    expect((await login(world, 'ines')).status).toBe(200)
  })

  it('keeps no one out who is at another place, however fast someone guesses', async () => {
    const from = { address: '192.0.2.1' }
    const world = await buildWorld({ addressOf: () => from.address })
    for (let guesses = 0; guesses < 400; guesses += 1) await login(world, 'ines', 'wrong')
    from.address = '198.51.100.7'
    expect((await login(world, 'ines')).status).toBe(200)
  })

  it('slows down guesses at one account from a thousand addresses, to thirty an hour', async () => {
    const from = { address: '' }
    const world = await buildWorld({ addressOf: () => from.address })
    let tried = 0
    const spread = async (hours: number): Promise<number> => {
      const before = tried
      // Thirty new addresses per minute.
      for (let minute = 0; minute < hours * 60; minute += 1) {
        for (let n = 0; n < 30; n += 1) {
          from.address = `10.${hours}.${minute}.${n}`
          if ((await login(world, 'ines', 'wrong')).status === 401) tried += 1
        }
        world.clock.now += 60_000
      }
      return tried - before
    }
    expect(await spread(1)).toBeLessThanOrEqual(DEFAULT_TUNING.freeFailuresEverywhere + 40)
    expect(await spread(2)).toBeLessThanOrEqual(2 * 40)
  })

  it('answers wrong passwords for an e-mail address and a username together alike, whether they are of one account, of two or of none', async () => {
    const guessed = async (...names: readonly string[]) => {
      const world = await buildWorld()
      const replies = []
      for (let time = 0; time < 3 * DEFAULT_TUNING.freeFailuresPerAccount; time += 1) {
        const reply = await login(world, names[time % names.length] ?? '', 'wrong')
        replies.push([reply.status, reply.headers.get('retry-after'), await reply.text()])
      }
      return replies
    }
    const ofOne = await guessed('ines@relevo.example', 'ines')
    expect(ofOne.at(-1)?.[0]).toBe(429)
    expect(await guessed('ines@relevo.example', 'pablo')).toEqual(ofOne)
    expect(await guessed('nobody@relevo.example', 'nobody')).toEqual(ofOne)
  })

  it('counts guesses that come at once, all of them', async () => {
    const world = await buildWorld()
    const replies = await Promise.all(Array.from({ length: 40 }, () => login(world, 'ines', 'wrong')))
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(
      DEFAULT_TUNING.freeFailuresPerAccount + 1,
    )
  })

  it('slows down an address that tries many names, and an office that signs in all morning not at all', async () => {
    const world = await buildWorld()
    for (let time = 0; time < 60; time += 1) expect((await login(world, 'ines')).status).toBe(200)
    for (let name = 0; name <= DEFAULT_TUNING.freeFailuresPerAddress; name += 1)
      await login(world, `name-${name}`, 'wrong')
    expect((await login(world, 'pablo')).status).toBe(429)
    world.clock.now += DEFAULT_TUNING.failureMemory + DEFAULT_TUNING.longestDelay
    expect((await login(world, 'pablo')).status).toBe(200)
  })
})
