import { describe, expect, it } from 'vitest'
import { MAX_FACTORS } from '#domain/kernel/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import {
  codeAt,
  enrolApp,
  enrolPasskey,
  factorsOf,
  firstStep,
  HALF_MINUTE,
  logged,
  secondStep,
} from '#tests/support/server/factors.ts'
import { buildPasskey } from '#tests/support/server/passkey.ts'
import { buildWorld, codeOf, cookieOf, PASSWORD, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const LATER = DEFAULT_TUNING.confirmationLife
const begin = (world: World, cookie: string, kind = 'app') =>
  world.ask('POST', '/api/factors/begin', { cookie, body: { kind } })
const secretOf = async (reply: Response) => ((await reply.json()) as { secret: string }).secret
const add = (world: World, cookie: string, code: string, name = 'Tableta') =>
  world.ask('POST', '/api/factors', { cookie, body: { kind: 'app', name, code } })
const remove = (world: World, cookie: string, id: string, language = 'en') =>
  world.ask('DELETE', `/api/factors/${id}?language=${language}`, { cookie })
const confirm = (world: World, cookie: string, body: object) =>
  world.ask('POST', '/api/session/confirm', { cookie, body: { password: PASSWORD, ...body } })
const standing = async (world: World, cookie: string) => codeOf(await world.ask('GET', '/api/session', { cookie }))
const mail = { home: () => 'https://forms.example.org', send: async () => ({ ok: true, value: { id: '' } }) as const }

describe('an authenticator app', () => {
  it('is begun with a secret of 160 bits and what an app reads, and is none before a code of it was shown', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const begun = (await (await begin(world, cookie)).json()) as { secret: string; address: string }
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.address).toBe(
      `otpauth://totp/Relevo:ines%40relevo.example?issuer=Relevo&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await codeOf(await add(world, cookie, '000000'))).toBe('factor.wrong')
    expect((await factorsOf(world, cookie)).factors).toEqual([])
    expect((await firstStep(world, 'ines')).status).toBe(200)
  })

  it('gives recovery codes with the first one only, tells its owner, and the log', async () => {
    const world = await buildWorld({}, openMemoryStore(), { mail })
    const { cookie, recovery } = await enrolApp(world, 'ines')
    expect(recovery).toHaveLength(10)
    const begun = (await (await begin(world, cookie)).json()) as { secret: string; recovery: string[] }
    expect(begun.recovery).toEqual([])
    expect((await add(world, cookie, codeAt(begun.secret, world.clock.now))).status).toBe(204)
    expect(await factorsOf(world, cookie)).toMatchObject({
      password: true,
      required: false,
      proven: true,
      recoveryLeft: 10,
      factors: [
        { kind: 'app', name: 'Teléfono', addedAt: '2026-11-20T15:30:00.000Z' },
        { kind: 'app', name: 'Tableta' },
      ],
    })
    expect(await logged(world)).toEqual(['second-factor.on', 'second-factor.on'])
    const letters = await world.store.query({ collection: 'jobs', limit: 10 })
    expect(letters.map(({ document }) => (document['payload'] as { letter: unknown }).letter)).toEqual([
      { letter: 'account.changed', what: 'second-factor' },
      { letter: 'account.changed', what: 'second-factor' },
    ])
  })

  it('is none while its recovery codes are shown, and who leaves there has neither factor nor codes', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const begun = (await (await begin(world, cookie)).json()) as { secret: string; recovery: string[] }
    expect(begun.recovery).toHaveLength(10)
    expect(await factorsOf(world, cookie)).toMatchObject({ factors: [], recoveryLeft: 0 })
    expect(await world.store.get('factors/ines')).toBeUndefined()
    expect((await firstStep(world, 'ines')).status).toBe(200)
    expect(await logged(world)).toEqual([])
    expect((await add(world, cookie, codeAt(begun.secret, world.clock.now))).status).toBe(204)
    const { cookie: step } = await firstStep(world, 'ines')
    expect((await secondStep(world, step, begun.recovery[7] ?? '')).status).toBe(204)
  })

  it.each(['app', 'passkey'])(
    'refuses a setup whose codes are not those of the account, begun before a factor: %s',
    async (kind) => {
      const world = await buildWorld()
      const cookie = await world.signIn('ines')
      const begun = (await (await begin(world, cookie, kind)).json()) as { secret: string; options: never }
      // Another setup of this session is completed in the meantime, with codes of its own.
      await (kind === 'app' ? enrolPasskey(world, 'ines', cookie) : enrolApp(world, 'ines', cookie))
      const late =
        kind === 'app'
          ? await add(world, cookie, codeAt(begun.secret, world.clock.now))
          : await world.ask('POST', '/api/factors', {
              cookie,
              body: { kind, name: 'Llave', registration: buildPasskey().register(begun.options) },
            })
      expect([late.status, await codeOf(late)]).toEqual([422, 'factor.begin-again'])
      expect((await factorsOf(world, cookie)).factors).toHaveLength(1)
    },
  )

  it('tells its owner of a removal in the language that they read', async () => {
    const world = await buildWorld({}, openMemoryStore(), { mail })
    const { cookie } = await enrolApp(world, 'ines')
    const [app] = (await factorsOf(world, cookie)).factors
    expect((await remove(world, cookie, app?.id ?? '', 'es')).status).toBe(204)
    const letters = await world.store.query({ collection: 'jobs', limit: 10 })
    const languages = letters.map(({ document }) => (document['payload'] as { readonly language: string }).language)
    expect(languages.toSorted()).toEqual(['en', 'es'])
  })

  it('ends with the beginning that is the newest, in the session that began it, within ten minutes', async () => {
    const world = await buildWorld()
    const [here, there] = [await world.signIn('ines'), await world.signIn('ines')]
    const first = await secretOf(await begin(world, here))
    const second = await secretOf(await begin(world, here))
    expect(await codeOf(await add(world, here, codeAt(first, world.clock.now)))).toBe('factor.wrong')
    expect(await codeOf(await add(world, there, codeAt(second, world.clock.now)))).toBe('factor.begin-again')
    world.clock.now += DEFAULT_TUNING.stepPatience - 1
    expect((await add(world, here, codeAt(second, world.clock.now))).status).toBe(204)
    expect(await codeOf(await add(world, here, codeAt(second, world.clock.now)))).toBe('factor.begin-again')
    const third = await secretOf(await begin(world, here))
    world.clock.now += DEFAULT_TUNING.stepPatience
    expect(await codeOf(await add(world, here, codeAt(third, world.clock.now)))).not.toBeUndefined()
    expect((await factorsOf(world, here)).factors).toHaveLength(1)
  })

  it('is one of ten at most', async () => {
    const world = await buildWorld()
    const { cookie } = await enrolApp(world, 'ines')
    for (let more = 1; more < MAX_FACTORS; more += 1) {
      const secret = await secretOf(await begin(world, cookie))
      expect((await add(world, cookie, codeAt(secret, world.clock.now))).status).toBe(204)
    }
    const secret = await secretOf(await begin(world, cookie))
    expect(await codeOf(await add(world, cookie, codeAt(secret, world.clock.now)))).toBe('factor.too-many')
  })
})

describe('a change of factors', () => {
  it('ends every other session, and the steps that are under way; the one that makes it continues with a new id', async () => {
    const world = await buildWorld()
    const other = await world.signIn('ines')
    const { cookie, secret } = await enrolApp(world, 'ines')
    expect(await standing(world, other)).toBe('session.ended')
    const fresh = await world.ask('GET', '/api/session', { cookie })
    expect([fresh.status, cookieOf(fresh) !== cookie && cookieOf(fresh) !== '']).toEqual([200, true])

    const third = cookieOf(
      await secondStep(world, (await firstStep(world, 'ines')).cookie, codeAt(secret, world.clock.now)),
    )
    const underWay = await firstStep(world, 'ines')
    const [factor] = (await factorsOf(world, third)).factors
    expect((await remove(world, third, factor?.id ?? '')).status).toBe(204)
    expect(await standing(world, cookieOf(fresh))).toBe('session.ended')
    world.clock.now += HALF_MINUTE
    expect(await codeOf(await secondStep(world, underWay.cookie, codeAt(secret, world.clock.now)))).toBe(
      'session.step-over',
    )
    // The recovery codes are deleted with the last factor.
    expect(await world.store.get('factors/ines')).toBeUndefined()
    expect((await firstStep(world, 'ines')).status).toBe(200)
  })

  it('asks who it is, ten minutes after signing in: to begin, add, remove, renew codes, end sessions', async () => {
    const world = await buildWorld()
    const { cookie } = await enrolApp(world, 'ines')
    const [factor] = (await factorsOf(world, cookie)).factors
    world.clock.now += LATER
    expect((await factorsOf(world, cookie)).proven).toBe(false)
    const asked = [
      await begin(world, cookie),
      await add(world, cookie, '123456'),
      await remove(world, cookie, factor?.id ?? ''),
      await world.ask('POST', '/api/factors/recovery', { cookie, body: {} }),
      await world.ask('DELETE', '/api/sessions', { cookie }),
      await world.ask('DELETE', `/api/sessions/${'0'.repeat(26)}`, { cookie }),
      await world.ask('PUT', '/api/password', { cookie, body: { old: PASSWORD, password: 'a brand new password' } }),
    ]
    for (const reply of asked) expect([reply.status, await codeOf(reply)]).toEqual([403, 'session.confirm-required'])
  })

  it('leaves a password change of an account without factors to the old password', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    world.clock.now += LATER
    const changed = await world.ask('PUT', '/api/password', {
      cookie,
      body: { old: PASSWORD, password: 'a brand new password' },
    })
    expect(changed.status).toBe(204)
  })

  it('is not for who signs in at the single sign-on provider', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [{ kind: 'delete', key: 'credentials/ines' }] }),
    })
    expect(await codeOf(await begin(world, cookie))).toBe('password.elsewhere')
    expect(await codeOf(await confirm(world, cookie, {}))).toBe('password.elsewhere')
    expect((await factorsOf(world, cookie)).password).toBe(false)
  })
})

describe('showing again who it is', () => {
  it('takes the password, and the factor where there is one; then sensitive things continue for ten minutes', async () => {
    const world = await buildWorld()
    const { cookie, secret } = await enrolApp(world, 'ines')
    world.clock.now += LATER
    const code = () => codeAt(secret, world.clock.now)
    expect(await codeOf(await confirm(world, cookie, {}))).toBe('factor.wrong')
    expect(await codeOf(await confirm(world, cookie, { proof: { kind: 'code', code: '000000' } }))).toBe('factor.wrong')
    expect(
      await codeOf(await confirm(world, cookie, { password: 'guessed', proof: { kind: 'code', code: code() } })),
    ).toBe('password.wrong')
    expect((await factorsOf(world, cookie)).proven).toBe(false)
    expect((await confirm(world, cookie, { proof: { kind: 'code', code: code() } })).status).toBe(204)
    expect((await begin(world, cookie)).status).toBe(200)
    // With a new id, like after signing in.
    const renewed = cookieOf(await world.ask('GET', '/api/session', { cookie }))
    expect([renewed !== '', renewed !== cookie]).toEqual([true, true])
    // A code works only once here too.
    expect(await codeOf(await confirm(world, cookie, { proof: { kind: 'code', code: code() } }))).toBe('factor.wrong')
    world.clock.now += LATER
    expect((await begin(world, cookie)).status).toBe(403)
    expect(await logged(world)).toEqual(['second-factor.on', 'second-factor.failed', 'second-factor.failed'])
  })

  it('is for this session only, and slowed down like signing in', async () => {
    const world = await buildWorld()
    const { cookie } = await enrolApp(world, 'ines')
    world.clock.now += LATER
    for (let time = 0; time <= DEFAULT_TUNING.freeFailuresPerAccount; time += 1)
      expect((await confirm(world, cookie, { password: 'guessed' })).status).toBe(422)
    expect((await confirm(world, cookie, {})).status).toBe(429)
  })
})

describe('recovery codes', () => {
  it('are renewed all at once; the old ones are good for nothing', async () => {
    const world = await buildWorld()
    const { cookie, recovery } = await enrolApp(world, 'ines')
    const renewed = await world.ask('POST', '/api/factors/recovery', { cookie, body: { language: 'es' } })
    const fresh = ((await renewed.json()) as { recovery: string[] }).recovery
    expect(fresh).toHaveLength(10)
    expect(fresh.filter((code) => recovery.includes(code))).toEqual([])
    const attempt = async (code = '') => (await secondStep(world, (await firstStep(world, 'ines')).cookie, code)).status
    expect([await attempt(recovery[3]), await attempt(fresh[3])]).toEqual([422, 204])
    expect((await logged(world)).includes('recovery-codes.renewed')).toBe(true)
  })

  it('are none without a factor', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    expect(await codeOf(await world.ask('POST', '/api/factors/recovery', { cookie, body: {} }))).toBe('factor.none')
  })
})

it('a factor of someone else does not exist, no matter who asks', async () => {
  const world = await buildWorld()
  const { cookie } = await enrolPasskey(world, 'ines')
  const [factor] = (await factorsOf(world, cookie)).factors
  for (const who of ['pablo', 'ada'])
    expect((await remove(world, await world.signIn(who), factor?.id ?? '')).status).toBe(404)
  expect((await factorsOf(world, cookie)).factors).toHaveLength(1)
})
