import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/users/index.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildUser } from '#tests/support/builders/people.ts'
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
import { addPerson, buildWorld, codeOf, cookieOf, type World } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'

const require = async (world: World, roles: readonly string[], who = 'ada') =>
  world.ask('PUT', '/api/second-factor', { cookie: await world.signIn(who), body: { roles } })
const reset = async (world: World, id: string, who: string) =>
  world.ask('DELETE', `/api/users/${id}/factors?language=es`, { cookie: await world.signIn(who) })

describe('a role that has to have a second factor', () => {
  it('enrols at the next sign-in before anything else works, and is in with that', async () => {
    const world = await buildWorld()
    const signedIn = await world.signIn('ines')
    expect((await require(world, ['ROLE_INSPECTOR'])).status).toBe(200)
    // Signed-in users stay signed in until then.
    expect((await world.ask('GET', '/api/session', { cookie: signedIn })).status).toBe(200)
    const { status, error, cookie } = await firstStep(world, 'ines')
    expect([status, error?.details]).toEqual([401, { wants: 'enrol', apps: 0, passkeys: 0 }])
    expect((await world.ask('POST', '/api/sync/pull', { cookie, body: {} })).status).toBe(401)
    expect(await codeOf(await secondStep(world, cookie, '123456'))).toBe('session.step-over')

    const { secret, recovery, cookie: session } = await enrolApp(world, 'ines', cookie)
    expect(recovery).toHaveLength(10)
    expect(session).not.toBe(cookie)
    expect((await world.ask('GET', '/api/session', { cookie: session })).status).toBe(200)
    expect((await world.ask('GET', '/api/session', { cookie: signedIn })).status).toBe(401)
    const again = await firstStep(world, 'ines')
    expect((await secondStep(world, again.cookie, codeAt(secret, world.clock.now))).status).toBe(204)
  })

  it('may enrol with a passkey, too', async () => {
    const world = await buildWorld()
    await require(world, ['ROLE_INSPECTOR'])
    const { cookie } = await firstStep(world, 'ines')
    await enrolPasskey(world, 'ines', cookie)
    expect((await firstStep(world, 'ines')).error?.details).toEqual({ wants: 'prove', apps: 0, passkeys: 1 })
  })

  it('is not enrolled a second time by anyone who knew the password in the same moment', async () => {
    const world = await buildWorld()
    await require(world, ['ROLE_INSPECTOR'])
    const [first, second] = [await firstStep(world, 'ines'), await firstStep(world, 'ines')]
    await enrolApp(world, 'ines', first.cookie)
    await expect(enrolApp(world, 'ines', second.cookie)).rejects.toThrow()
    expect(((await world.store.get('factors/ines')) as { factors: unknown[] }).factors).toHaveLength(1)
  })

  it('keeps its last factor, and may change it for another', async () => {
    const world = await buildWorld()
    await require(world, ['ROLE_INSPECTOR'])
    const { cookie } = await enrolApp(world, 'ines', (await firstStep(world, 'ines')).cookie)
    const [app] = (await factorsOf(world, cookie)).factors
    const remove = () => world.ask('DELETE', `/api/factors/${app?.id}`, { cookie })
    expect(await codeOf(await remove())).toBe('factor.required')
    await enrolPasskey(world, 'ines', cookie)
    expect((await remove()).status).toBe(204)
    expect((await factorsOf(world, cookie)).factors).toMatchObject([{ kind: 'passkey' }])
  })

  it('is a matter of each role by itself', async () => {
    const world = await buildWorld()
    await require(world, ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
    const statuses = [await firstStep(world, 'sofia'), await firstStep(world, 'ada'), await firstStep(world, 'ines')]
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200])
  })

  it.each(ROLES)('is said by the administrator alone, and noted: %s', async (role) => {
    const world = await buildWorld()
    await addPerson(world.put, buildUser('rita', role, [AREA]))
    const reply = await require(world, ['ROLE_INSPECTOR'], 'rita')
    expect(reply.status).toBe(role === 'ROLE_ADMIN' ? 200 : 403)
    expect(await logged(world)).toEqual(role === 'ROLE_ADMIN' ? ['second-factor.rule'] : [])
    expect((await require(world, ['ROLE_NOBODY'], 'ada')).status).toBe(400)
  })
})

describe('someone who has lost their factors', () => {
  it('gets them taken by who may edit them: sessions end, the password alone signs in, an e-mail goes, the log knows', async () => {
    const mail = {
      home: () => 'https://forms.example.org',
      send: async () => ({ ok: true, value: { id: '' } }) as const,
    }
    const world = await buildWorld({}, openMemoryStore(), { mail })
    const { cookie } = await enrolApp(world, 'ines')
    expect((await reset(world, 'ines', 'sofia')).status).toBe(200)
    expect(await codeOf(await world.ask('GET', '/api/session', { cookie }))).toBe('session.ended')
    expect((await firstStep(world, 'ines')).status).toBe(200)
    expect(await logged(world)).toEqual(['second-factor.on', 'second-factor.reset'])
    const letters = await world.store.query({ collection: 'jobs', limit: 9 })
    const languages = letters.map(({ document }) => (document['payload'] as { readonly language: string }).language)
    expect(languages.toSorted()).toEqual(['en', 'es'])
    expect(await codeOf(await reset(world, 'ines', 'sofia'))).toBe('factor.none')
  })

  it('keeps them from who may not edit them: another municipality, another role, an administrator, oneself', async () => {
    const world = await buildWorld()
    for (const user of ['ines', 'ada', 'sofia']) {
      await enrolApp(world, user)
      world.clock.now += HALF_MINUTE
    }
    const asked = async (who: string, whom: string) => codeOf(await reset(world, whom, who))
    expect(await asked('uma', 'ines')).toBe('user.missing')
    expect(await asked('pablo', 'ines')).toBe('access.forbidden')
    expect(await asked('uma', 'ada')).not.toBeUndefined()
    for (const whom of ['ines', 'ada', 'sofia']) expect(await world.store.get(`factors/${whom}`)).toBeDefined()
  })

  it('is never an administrator to an elevated supervisor, in the same municipality either', async () => {
    const world = await buildWorld()
    await addPerson(world.put, buildUser('adela', 'ROLE_ADMIN', [AREA]))
    await enrolApp(world, 'adela')
    const refused = await reset(world, 'adela', 'sofia')
    expect([403, 404]).toContain(refused.status)
    expect(await world.store.get('factors/adela')).toBeDefined()
    expect((await reset(world, 'adela', 'ada')).status).toBe(200)
  })

  it('does not take their own this way', async () => {
    const world = await buildWorld()
    const { cookie } = await enrolApp(world, 'sofia')
    const refused = await world.ask('DELETE', '/api/users/sofia/factors', { cookie })
    expect(await codeOf(refused)).toBe('user.oneself')
    expect(cookieOf(refused)).toBe('')
  })
})
