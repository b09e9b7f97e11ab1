import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '../../ports.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { challengeIn, solved } from '#tests/support/server/proofs.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const mail = { home: () => 'https://forms.example.org', send: async () => ({ ok: true, value: { id: '' } }) as const }
const worldWith = (options = {}, store: Store = openMemoryStore()) => buildWorld(options, store, { mail })
const forget = (world: World, email: string, language = 'es', headers = {}) =>
  world.ask('POST', '/api/password/forgotten', { body: { email, language }, headers })
/** Few bits, so that a test solves a puzzle at once. */
const BITS = 6
const queued = async ({ store }: World) =>
  (await store.query({ collection: 'jobs', where: { state: 'waiting' }, limit: 100 })).map(({ document }) => document)

describe('a forgotten password', () => {
  it('queues an e-mail in the language that was spoken, to the account’s own address, by address or username', async () => {
    const world = await worldWith()
    for (const name of ['ines@relevo.example', ' INES ']) expect((await forget(world, name)).status).toBe(204)
    expect(await queued(world)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        kind: 'mail.send',
        payload: { to: { address: 'ines@relevo.example' }, language: 'es', letter: { letter: 'password.forgotten' } },
      })),
    )
  })

  it('says and does the same whether there is such an account or not', async () => {
    const seen = async (email: string) => {
      const calls: string[] = []
      const store = openMemoryStore()
      const world = await worldWith({}, store)
      const watched = new Proxy(store, {
        get: (target, name) => {
          const member = target[name as keyof Store]
          if (typeof member !== 'function') return member
          return (...given: unknown[]) => {
            calls.push(String(name))
            return (member as (...all: unknown[]) => unknown).apply(target, given)
          }
        },
      })
      const other = await worldWith({}, watched)
      calls.length = 0
      const reply = await forget(other, email)
      return { status: reply.status, text: await reply.text(), headers: [...reply.headers], calls, world }
    }
    const [known, unknown] = [await seen('ines@relevo.example'), await seen('nobody@relevo.example')]
    const { status, text, headers, calls } = unknown
    expect([known.status, known.text, known.headers, known.calls]).toEqual([status, text, headers, calls])
    expect(status).toBe(204)
  })

  it('is asked for a few times by one name, whether anybody has it or not, and by one address; then it waits', async () => {
    const from = { address: '192.0.2.1' }
    const world = await worldWith({ addressOf: () => from.address })
    for (const name of ['ines', 'nobody']) {
      for (let time = 0; time < DEFAULT_TUNING.forgottenBurst; time += 1)
        expect((await forget(world, name)).status).toBe(204)
      const paused = await forget(world, name)
      expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '1200'])
    }
    let tried = 0
    while ((await forget(world, `name-${tried}`)).status === 204) tried += 1
    expect(tried + 2 * DEFAULT_TUNING.forgottenBurst).toBe(DEFAULT_TUNING.forgottenBurstPerAddress)
    from.address = '198.51.100.7'
    expect((await forget(world, 'pablo')).status).toBe(204)
    world.clock.now += DEFAULT_TUNING.forgottenInterval
    expect((await forget(world, 'ines')).status).toBe(204)
    expect((await queued(world)).length).toBe(DEFAULT_TUNING.forgottenBurst + 2)
  })

  it('beyond what the installation mails asks a puzzle of anyone who comes, and keeps no one from a link', async () => {
    let network = 0
    const tuning = { proofBits: BITS, forgottenBurstInTotal: 5 }
    const world = await worldWith({ tuning, addressOf: () => `198.51.100.${network}` })
    for (; network < tuning.forgottenBurstInTotal; network += 1)
      expect((await forget(world, `nobody-${network}`)).status).toBe(204)
    const paused = await forget(world, 'ines')
    expect(paused.status).toBe(429)
    const proof = solved(await challengeIn(paused), BITS)
    expect((await forget(world, 'ines', 'es', { 'x-relevo-proof': proof })).status).toBe(204)
    expect(await queued(world)).toMatchObject([{ payload: { to: { address: 'ines@relevo.example' } } }])
    // A puzzle does not raise the limit of e-mails to one name.
    network += 1
    for (let time = 1; time < DEFAULT_TUNING.forgottenBurst; time += 1) {
      const again = solved(await challengeIn(await forget(world, 'ines')), BITS)
      expect((await forget(world, 'ines', 'es', { 'x-relevo-proof': again })).status).toBe(204)
    }
    expect(await challengeIn(await forget(world, 'ines'))).toBe('')
  })

  it('mails nothing to who is deactivated, or signs in at the single sign-on provider, and says nothing else', async () => {
    const world = await worldWith()
    await world.put('usuarios/ines', { ...buildUser('ines'), deactivatedAt: '2026-11-19T00:00:00.000Z' })
    await world.put('usuarios/pablo', { ...buildUser('pablo'), providerId: 'oidc' })
    for (const name of ['ines', 'pablo']) expect((await forget(world, name)).status).toBe(204)
    expect(await queued(world)).toEqual([])
  })

  it('cannot be helped where no mails are sent, and says so, no matter who asks', async () => {
    const world = await buildWorld()
    for (const name of ['ines', 'nobody']) {
      const reply = await forget(world, name)
      expect([reply.status, await codeOf(reply)]).toEqual([501, 'mail.not-configured'])
    }
  })

  it.each(['', 'a'.repeat(255)])('needs a name of a sensible length: %j', async (email) => {
    expect((await forget(await worldWith(), email)).status).toBe(400)
  })
})

describe('a changed password', () => {
  const change = (world: World, cookie: string, old: string, password: string) =>
    world.ask('PUT', '/api/password', { cookie, body: { old, password, language: 'es' } })
  const OLD = 'correct horse battery'
  const FRESH = 'a brand new password'
  const standing = async (world: World, cookie: string) => (await world.ask('GET', '/api/session', { cookie })).status

  it('ends every other session of the account, keeps this one, tells the owner and the log', async () => {
    const world = await worldWith()
    const [here, there, other] = [await world.signIn('ines'), await world.signIn('ines'), await world.signIn('pablo')]
    expect((await change(world, here, OLD, FRESH)).status).toBe(204)
    expect([await standing(world, here), await standing(world, there), await standing(world, other)]).toEqual([
      200, 401, 200,
    ])
    expect(await world.signIn('ines', FRESH)).toContain('__session=')
    await expect(world.signIn('ines')).rejects.toThrow('401')
    expect(await queued(world)).toMatchObject([
      { payload: { letter: { letter: 'account.changed', what: 'password' } } },
    ])
    expect(await world.store.query({ collection: 'audit', limit: 10 })).toMatchObject([
      { document: { action: 'password.changed', target: 'credentials/ines', by: 'ines', from: '192.0.2.1' } },
    ])
  })

  it('gives this session a new id, whose reply may be lost', async () => {
    const world = await worldWith()
    const here = await world.signIn('ines')
    await change(world, here, OLD, FRESH)
    const renewed = await world.ask('GET', '/api/session', { cookie: here })
    const fresh = (renewed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(fresh).toMatch(/^__session=/)
    expect(fresh).not.toBe(here)
    expect(await standing(world, here)).toBe(200)
    expect(await standing(world, fresh)).toBe(200)
    world.clock.now += DEFAULT_TUNING.rotationGrace
    expect([await standing(world, here), await standing(world, fresh)]).toEqual([401, 200])
  })

  it('needs the old one, a new one, and ten characters', async () => {
    const world = await worldWith()
    const here = await world.signIn('ines')
    const codes = []
    for (const [old, fresh] of [
      ['wrong', FRESH],
      [OLD, OLD],
      [OLD, 'ninechars'],
    ] as const)
      codes.push(await codeOf(await change(world, here, old, fresh)))
    expect(codes).toEqual(['password.wrong', 'password.same', 'password.too-short'])
    expect(await standing(world, here)).toBe(200)
    expect(await queued(world)).toEqual([])
  })

  it('is guessed at as slowly as at the sign-in page', async () => {
    const world = await worldWith()
    const here = await world.signIn('ines')
    const guess = () => change(world, here, 'wrong', FRESH)
    for (let time = 0; time <= DEFAULT_TUNING.freeFailuresPerAccount; time += 1) await guess()
    expect(await codeOf(await guess())).toBe('session.throttled')
    expect(await codeOf(await change(world, here, OLD, FRESH))).toBe('session.throttled')
    expect(await codeOf(await world.ask('POST', '/api/session', { body: { email: 'ines', password: 'x' } }))).toBe(
      'session.bad-credentials',
    )
  })

  it('happens once of two at a time', async () => {
    const world = await worldWith()
    const here = await world.signIn('ines')
    const replies = await Promise.all([
      change(world, here, OLD, 'the first password'),
      change(world, here, OLD, 'the second password'),
    ])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204, 422]))
    expect((await world.store.get(keys.credentials('ines')))?.epoch).toBe(1)
  })
})
