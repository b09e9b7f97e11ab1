import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys, remove, set, unitForKeys, type Unit } from '#domain/store/index.ts'
import { profileSchema } from '#domain/sync/index.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, cookieOf, PASSWORD, addPerson, type World } from '#tests/support/server/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const login = (world: World, email: string, password = PASSWORD) =>
  world.ask('POST', '/api/session', { body: { email, password } })
const whoAmI = (world: World, cookie: string, headers = {}) => world.ask('GET', '/api/session', { cookie, headers })

describe('a late sign-out', () => {
  it('ends the session of its own account only', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('pablo')
    const late = await world.ask('DELETE', '/api/session', { cookie, headers: { 'x-relevo-account': 'ines' } })
    expect([late.status, await codeOf(late)]).toEqual([401, 'session.other-account'])
    expect((await world.ask('GET', '/api/session', { cookie })).status).toBe(200)
    expect(
      (await world.ask('DELETE', '/api/session', { cookie, headers: { 'x-relevo-account': 'pablo' } })).status,
    ).toBe(204)
    expect((await world.ask('GET', '/api/session', { cookie })).status).toBe(401)
  })
})

describe('signing in', () => {
  it('opens no session for who is switched off while it is under way', async () => {
    const store = openMemoryStore()
    const world = await buildWorld({}, store)
    const off = { ...buildUser('ines'), deactivatedAt: toInstant(world.clock.now) }
    const { commit } = store
    let commits = 0
    // The first commit counts the attempt, the second one opens the session.
    Object.assign(store, {
      commit: async <R>(unit: Unit<R>): Promise<R> => {
        if ((commits += 1) === 2)
          await commit(unitForKeys([], () => ({ result: true, writes: [set(keys.user(off.id), off)] })))
        return commit(unit)
      },
    })
    expect(await codeOf(await login(world, 'ines'))).toBe('session.deactivated')
    expect(await world.store.count({ collection: 'websession' })).toBe(0)
    expect(await world.store.get(keys.user(off.id))).toEqual(off)
  })

  it('takes the e-mail address in any case, or the username, and answers with the profile', async () => {
    const world = await buildWorld()
    for (const name of ['ines@relevo.example', '  INES@Relevo.Example ', 'Ines']) {
      const response = await login(world, name)
      expect(response.status).toBe(200)
      expect(profileSchema.parse(await response.json())).toMatchObject({
        id: 'ines',
        role: 'ROLE_INSPECTOR',
        municipality: { nombre: 'Villa Serena' },
      })
    }
  })

  it('sets a cookie that scripts, other sites and plain http never see, of 256 random bits', async () => {
    const cookie = (await login(await buildWorld(), 'ines')).headers.get('set-cookie')
    expect(cookie).toMatch(/^__session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/)
    const plain = await login(await buildWorld({ secureCookies: false }), 'ines')
    expect(plain.headers.get('set-cookie')).not.toContain('Secure')
  })

  it('has a name that no other host of the domain can set, where nothing before the server passes on one name only', async () => {
    const alone = await buildWorld({ hostCookie: true })
    const cookie = await alone.signIn('ines')
    expect(cookie).toMatch(/^__Host-session=/)
    expect((await alone.ask('GET', '/api/session', { cookie })).status).toBe(200)
    // A cookie of the plain name, planted by another host, is not accepted.
    const planted = cookie.replace('__Host-session', '__session')
    expect((await alone.ask('GET', '/api/session', { cookie: planted })).status).toBe(401)
    expect((await alone.ask('DELETE', '/api/session', { cookie })).headers.get('set-cookie')).toMatch(
      /^__Host-session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0; Secure$/,
    )
    // Over plain http no browser accepts such a name.
    expect(await (await buildWorld({ hostCookie: true, secureCookies: false })).signIn('ines')).toMatch(/^__session=/)
  })

  it('stores the hash of the session id only, and notes the time of the sign-in', async () => {
    const world = await buildWorld()
    const id = (await world.signIn('ines')).split('=')[1] ?? ''
    const sessions = await world.store.query({ collection: 'websession', where: { userId: 'ines' }, limit: 10 })
    expect(sessions).toHaveLength(1)
    expect(JSON.stringify(sessions)).not.toContain(id)
    expect(sessions[0]?.key).toMatch(/^websession\/[0-9a-f]{64}$/)
    expect(sessions[0]?.document).toMatchObject({ active: true, userId: 'ines' })
    expect(await world.store.get('usuarios/ines')).toMatchObject({ ultimoAcceso: '2026-11-20T15:30:00.000Z' })
  })

  it('gives an unknown name and a wrong password the same answer', async () => {
    const world = await buildWorld()
    const wrong = await login(world, 'ines', 'not the password')
    const unknown = await login(world, 'nobody', 'not the password')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  it.each(['\u200Bines', 'in\u2060es\u00A0', '\uFEFFInes\u200E'])(
    'is opened by a pasted login like %j',
    async (pasted) => {
      const world = await buildWorld()
      expect((await login(world, pasted)).status).toBe(200)
    },
  )

  it('never takes over a session id that came with the request, and ends the session before it', async () => {
    const world = await buildWorld()
    const first = await world.signIn('ines')
    const response = await world.ask('POST', '/api/session', {
      cookie: first,
      body: { email: 'pablo', password: PASSWORD },
    })
    expect(cookieOf(response)).not.toBe(first)
    expect((await whoAmI(world, first)).status).toBe(401)
    const planted = `__session=${'A'.repeat(43)}`
    await world.ask('POST', '/api/session', { cookie: planted, body: { email: 'pablo', password: PASSWORD } })
    expect((await whoAmI(world, planted)).status).toBe(401)
  })

  it('tells who knows the password that the account has no areas, or that its municipality or country is blocked', async () => {
    const world = await buildWorld()
    await addPerson(world.put, { ...buildUser('nora'), areas: [] })
    expect(await codeOf(await login(world, 'nora'))).toBe('session.no-areas')
    expect(await codeOf(await login(world, 'nora', 'wrong'))).toBe('session.bad-credentials')
    await world.put(MUNICIPALITY, buildMunicipality({ inhabilitado: true }))
    const blocked = await login(world, 'ines')
    expect([blocked.status, await codeOf(blocked)]).toEqual([403, 'municipality.blocked'])
    await world.put('paises/AR', buildCountry({ inhabilitado: true }))
    expect(await codeOf(await login(world, 'ines'))).toBe('country.blocked')
  })
})

describe('a session', () => {
  it('is over at once when its document is switched off, when signed out, and when its user is gone', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const [entry] = await world.store.query({ collection: 'websession', where: { userId: 'ines' }, limit: 1 })
    await world.put(entry?.key ?? '', { ...entry?.document, active: false })
    expect(await codeOf(await whoAmI(world, cookie))).toBe('session.ended')

    const second = await world.signIn('ines')
    const out = await world.ask('DELETE', '/api/session', { cookie: second })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await whoAmI(world, second)).status).toBe(401)

    const third = await world.signIn('ines')
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: 0, writes: [remove('usuarios/ines')] }),
    })
    expect(await codeOf(await whoAmI(world, third))).toBe('session.no-user-record')
  })

  it('is refused to a device that works for another account', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    expect((await whoAmI(world, cookie, { 'x-relevo-account': 'ines' })).status).toBe(200)
    const other = await whoAmI(world, cookie, { 'x-relevo-account': 'pablo' })
    expect([other.status, await codeOf(other)]).toEqual([401, 'session.other-account'])
  })

  it('ends after a month without use, and after three months in any case', async () => {
    const world = await buildWorld()
    let cookie = await world.signIn('ines')
    for (let week = 0; week < 12; week += 1) {
      world.clock.now += 7 * DAY
      const response = await whoAmI(world, cookie)
      expect(response.status).toBe(200)
      cookie = cookieOf(response) || cookie
    }
    world.clock.now += 7 * DAY
    expect((await whoAmI(world, cookie)).status).toBe(401)
    const idle = await world.signIn('ines')
    world.clock.now += 30 * DAY
    expect((await whoAmI(world, idle)).status).toBe(401)
  })

  it('ends when the configured revocation time has passed and the sign-in is earlier', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const flags = { dev_new_login_method: true, web_session_revokation_datetime: '2026-11-20T16:00:00Z' }
    await world.put('settings/remote-config', flags)
    expect((await whoAmI(world, cookie)).status).toBe(200)
    world.clock.now += HOUR
    expect((await whoAmI(world, cookie)).status).toBe(401)
    expect((await whoAmI(world, await world.signIn('ines'))).status).toBe(200)
  })
})

describe('the daily change of the session id', () => {
  it('keeps the old id good until the new one was used, and a minute longer', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    expect((await whoAmI(world, old)).headers.get('set-cookie')).toBeNull()
    world.clock.now += 25 * HOUR
    const fresh = cookieOf(await whoAmI(world, old))
    expect(fresh).toMatch(/^__session=/)
    expect(fresh).not.toBe(old)
    world.clock.now += 5 * 60_000
    expect((await whoAmI(world, old)).status).toBe(200)
    expect((await whoAmI(world, fresh)).status).toBe(200)
    world.clock.now += 59_000
    expect((await whoAmI(world, old)).status).toBe(200)
    world.clock.now += 2_000
    expect((await whoAmI(world, old)).status).toBe(401)
    expect((await whoAmI(world, fresh)).status).toBe(200)
  })

  it('hands out one new id when page and worker ask at once, and another one when the reply was lost', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    world.clock.now += 25 * HOUR
    const both = await Promise.all([whoAmI(world, old), whoAmI(world, old)])
    expect(both.map((reply) => cookieOf(reply)).filter((cookie) => cookie !== '')).toHaveLength(1)
    world.clock.now += 11 * 60_000
    const again = cookieOf(await whoAmI(world, old))
    expect(again).not.toBe('')
    expect((await whoAmI(world, again)).status).toBe(200)
  })

  it('signs out the ids before and after, too', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    world.clock.now += 25 * HOUR
    const fresh = cookieOf(await whoAmI(world, old))
    await whoAmI(world, fresh)
    await world.ask('DELETE', '/api/session', { cookie: fresh })
    expect([(await whoAmI(world, old)).status, (await whoAmI(world, fresh)).status]).toEqual([401, 401])
  })

  it('signs out an id, too, that is given while the sign-out is under way', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    world.clock.now += 25 * HOUR
    // The worker's request comes in between: after the sign-out has found its session, and before it ends it.
    const { commit } = world.store
    let fresh = ''
    Object.assign(world.store, {
      commit: async (unit: Parameters<typeof commit>[0]) => {
        Object.assign(world.store, { commit })
        fresh = cookieOf(await whoAmI(world, old))
        return commit.call(world.store, unit)
      },
    })
    // The session's use is already recorded, so the next commit is the sign-out's.
    expect((await world.ask('DELETE', '/api/session', { cookie: old })).status).toBe(204)
    expect(fresh).toMatch(/^__session=/)
    expect([(await whoAmI(world, old)).status, (await whoAmI(world, fresh)).status]).toEqual([401, 401])
  })
})
