import { describe, expect, it } from 'vitest'
import type { PasskeyOptions } from '#domain/sessions/index.ts'
import { enrolApp, enrolPasskey, factorsOf, firstStep, optionsOf } from '#tests/support/server/factors.ts'
import { buildPasskey, type Oddness } from '#tests/support/server/passkey.ts'
import { buildWorld, codeOf, cookieOf, ORIGIN, PASSWORD, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const challenge = async (world: World, cookie: string) =>
  optionsOf(await world.ask('POST', '/api/factors/passkey', { cookie }))
const show = (world: World, cookie: string, assertion: unknown) =>
  world.ask('POST', '/api/session/second-step', { cookie, body: { kind: 'passkey', assertion } })
const begin = async (world: World, cookie: string) =>
  optionsOf(await world.ask('POST', '/api/factors/begin', { cookie, body: { kind: 'passkey' } }))
const add = (world: World, cookie: string, registration: unknown) =>
  world.ask('POST', '/api/factors', { cookie, body: { kind: 'passkey', name: 'Llave', registration } })

describe('a passkey', () => {
  it('is asked for by the site’s own name, for an account name that says nothing, with a challenge of 256 bits', async () => {
    const world = await buildWorld()
    const options = await begin(world, await world.signIn('ines'))
    expect(options).toMatchObject({
      rp: { id: 'relevo.test' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(options['user'])).not.toContain(Buffer.from('ines').toString('base64url'))
  })

  it('signs in as second step, is offered by its own credential, and its counter continues', async () => {
    const world = await buildWorld()
    const { passkey } = await enrolPasskey(world, 'ines')
    for (let time = 1; time <= 2; time += 1) {
      const { cookie, error } = await firstStep(world, 'ines')
      expect(error?.details).toEqual({ wants: 'prove', apps: 0, passkeys: 1 })
      const options = await challenge(world, cookie)
      expect(options['allowCredentials']).toHaveLength(1)
      const done = await show(world, cookie, passkey.sign(options))
      expect(done.status).toBe(204)
      expect((await world.ask('GET', '/api/session', { cookie: cookieOf(done) })).status).toBe(200)
      expect(await world.store.get('factors/ines')).toMatchObject({ factors: [{ counter: time }] })
    }
  })

  const ODD: Readonly<Record<string, Oddness>> = {
    'another site’s page': { origin: 'https://evil.example' },
    'the key of another site': { site: 'evil.example' },
    'a counter that stands still, as that of a copy': { counter: 1 },
    'nobody who touched it': { present: false },
    'what was signed to make a passkey': { type: 'webauthn.create' },
  }
  it.each(Object.entries(ODD))('is refused with %s', async (_, odd) => {
    const world = await buildWorld()
    const { passkey } = await enrolPasskey(world, 'ines')
    const first = await firstStep(world, 'ines')
    expect((await show(world, first.cookie, passkey.sign(await challenge(world, first.cookie)))).status).toBe(204)
    const { cookie } = await firstStep(world, 'ines')
    const refused = await show(world, cookie, passkey.sign(await challenge(world, cookie), odd))
    expect([refused.status, await codeOf(refused)]).toEqual([422, 'factor.passkey-failed'])
  })

  it('is refused with a challenge that was looked at before, is another step’s, or made up', async () => {
    const world = await buildWorld()
    const { passkey } = await enrolPasskey(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const options = await challenge(world, cookie)
    const others = await challenge(world, (await firstStep(world, 'ines')).cookie)
    expect((await show(world, cookie, passkey.sign(options, { present: false }))).status).toBe(422)
    for (const wrong of [options, others, { challenge: Buffer.from('made up').toString('base64url') }])
      expect(await codeOf(await show(world, cookie, passkey.sign(wrong)))).toBe('factor.passkey-failed')
    const fresh = await challenge(world, (await firstStep(world, 'ines')).cookie)
    expect(fresh.challenge).not.toBe(options.challenge)
  })

  it('is asked for by one challenge at a time: the newest one counts, and asking fills no store', async () => {
    const world = await buildWorld()
    const { passkey, cookie: session } = await enrolPasskey(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const first = await challenge(world, cookie)
    const before = await world.store.count({ collection: 'tokens' })
    for (let time = 0; time < 20; time += 1) await challenge(world, cookie)
    const newest = await challenge(world, cookie)
    expect(await world.store.count({ collection: 'tokens' })).toBe(before)
    expect(await codeOf(await show(world, cookie, passkey.sign(first)))).toBe('factor.passkey-failed')
    // Creating a passkey has another purpose, and the session is another requester.
    await begin(world, session)
    await challenge(world, session)
    expect((await show(world, cookie, passkey.sign(newest))).status).toBe(204)
  })

  it('is refused with a challenge that is too old, or was given to make a passkey', async () => {
    const world = await buildWorld()
    const { passkey, cookie } = await enrolPasskey(world, 'ines')
    const confirm = (options: PasskeyOptions) => {
      const proof = { kind: 'passkey', assertion: passkey.sign(options) }
      return world.ask('POST', '/api/session/confirm', { cookie, body: { password: PASSWORD, proof } })
    }
    expect(await codeOf(await confirm(await begin(world, cookie)))).toBe('factor.passkey-failed')
    const options = await challenge(world, cookie)
    world.clock.now += DEFAULT_TUNING.stepPatience
    expect(await codeOf(await confirm(options))).toBe('factor.passkey-failed')
    expect((await confirm(await challenge(world, cookie))).status).toBe(204)
  })

  it('of someone else is none', async () => {
    const world = await buildWorld()
    await enrolPasskey(world, 'ines')
    const { passkey } = await enrolPasskey(world, 'pablo')
    const { cookie } = await firstStep(world, 'ines')
    expect((await show(world, cookie, passkey.sign(await challenge(world, cookie)))).status).toBe(422)
  })

  it('is added with what was begun, once, for this site and by no one else', async () => {
    const world = await buildWorld()
    const [ines, pablo] = [await world.signIn('ines'), await world.signIn('pablo')]
    const options = await begin(world, ines)
    const passkey = buildPasskey()
    expect(await codeOf(await add(world, pablo, passkey.register(options)))).toBe('factor.passkey-failed')
    for (const odd of [{ origin: 'https://evil.example' }, { site: 'evil.example' }, { type: 'webauthn.get' }])
      expect(await codeOf(await add(world, ines, passkey.register(await begin(world, ines), odd)))).toBe(
        'factor.passkey-failed',
      )
    const newest = await begin(world, ines)
    expect((await add(world, ines, passkey.register(newest))).status).toBe(204)
    for (const used of [newest, options])
      expect(await codeOf(await add(world, ines, passkey.register(used)))).toBe('factor.passkey-failed')
    expect((await factorsOf(world, ines)).factors).toHaveLength(1)
  })

  it('shows again who it is in an open session', async () => {
    const world = await buildWorld()
    const { passkey, cookie } = await enrolPasskey(world, 'ines')
    world.clock.now += DEFAULT_TUNING.confirmationLife
    const assertion = passkey.sign(await challenge(world, cookie))
    const confirm = () =>
      world.ask('POST', '/api/session/confirm', {
        cookie,
        body: { password: PASSWORD, proof: { kind: 'passkey', assertion } },
      })
    expect((await confirm()).status).toBe(204)
    expect((await factorsOf(world, cookie)).proven).toBe(true)
    expect(await codeOf(await confirm())).toBe('factor.passkey-failed')
  })

  it('is not asked of who has none', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    expect(await codeOf(await world.ask('POST', '/api/factors/passkey', { cookie }))).toBe('factor.passkey-failed')
  })

  it('is of the host that was configured or asked, and of each by itself', async () => {
    const other = 'http://other.test'
    const world = await buildWorld({ origins: [ORIGIN, other] })
    const { passkey } = await enrolPasskey(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const headers = { origin: other }
    const options = await optionsOf(await world.ask('POST', '/api/factors/passkey', { cookie, headers }))
    expect(options['rpId']).toBe('other.test')
    expect(options['allowCredentials']).toEqual([])
    const refused = await world.ask('POST', '/api/session/second-step', {
      cookie,
      headers,
      body: { kind: 'passkey', assertion: passkey.sign(options, { origin: other, site: 'other.test' }) },
    })
    expect(refused.status).toBe(422)
  })
})
