import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { codeAt, enrolApp, secondStep } from '#tests/support/server/factors.ts'
import { signedIn } from '#tests/support/server/signed-in.ts'
import { addPerson, codeOf, cookieOf, ORIGIN } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '#core/index.ts'
import * as sso from '#tests/support/server/sso.ts'

sso.withProvider()

describe('single sign-on', () => {
  it('is offered by its name, asks with PKCE, state and nonce, and signs in by a verified address', async () => {
    const world = await sso.buildSso()
    expect(await (await world.ask('GET', '/api/sso')).json()).toEqual({ label: 'Mi Ciudad' })
    const { address, state, cookie } = await sso.start(world)
    const asked = new URL(address).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect([asked.get('state'), asked.get('redirect_uri')]).toEqual([state, `${ORIGIN}/sso/retorno`])
    expect(asked.get('nonce')?.length).toBeGreaterThan(40)
    const done = await sso.finish(world, await sso.atProvider(address, 'sub-ines'), cookie)
    expect([done.status, ((await done.json()) as { id: string }).id]).toEqual([200, 'ines'])
    const session = await world.ask('GET', '/api/session', { cookie: cookieOf(done) })
    expect(session.status).toBe(200)
    const leave = await world.ask('GET', '/api/sso/leave', { cookie: cookieOf(done) })
    const { address: farewell } = (await leave.json()) as { address: string }
    expect(new URL(farewell).searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/login`)
  })

  it('forces a sign-in there, or leads to the change of password, when that is asked for', async () => {
    const world = await sso.buildSso()
    const asked = async (body: object) => new URL((await sso.start(world, body)).address).searchParams
    expect([(await asked({ again: true })).get('prompt'), (await asked({})).get('prompt')]).toEqual(['login', null])
    expect((await asked({ changePassword: true })).get('action')).toBe('change-password')
  })

  it('knows a linked identity by its subject, whatever its address has become, and links no one twice', async () => {
    const world = await sso.buildSso()
    await sso.through(world, 'sub-ines')
    await world.put('usuarios/ines', { ...buildUser('ines'), email: 'renamed@relevo.example' })
    expect((await sso.through(world, 'sub-ines')).status).toBe(200)
    // Another person has got her old address since.
    expect(await codeOf(await sso.through(world, 'sub-other'))).toBe('session.no-user-record')
  })

  it('takes the username where there is no address, and no address that was not verified', async () => {
    const world = await sso.buildSso()
    await sso.withoutPassword(world, 'pablo')
    expect((await sso.through(world, 'sub-pablo')).status).toBe(200)
    expect(await codeOf(await sso.through(world, 'sub-unverified'))).toBe('session.no-user-record')
  })

  it('ends what was left signed in when someone without a password is switched off and on again', async () => {
    const world = await sso.buildSso()
    await sso.withoutPassword(world, 'pablo')
    const old = cookieOf(await sso.through(world, 'sub-pablo'))
    const cookie = await world.signIn('ada')
    for (const act of ['deactivate', 'reactivate'])
      expect((await world.ask('POST', `/api/users/pablo/${act}`, { cookie })).status).toBe(200)
    expect(await codeOf(await world.ask('GET', '/api/session', { cookie: old }))).toBe('session.ended')
    const anew = cookieOf(await sso.through(world, 'sub-pablo'))
    expect((await world.ask('GET', '/api/session', { cookie: anew })).status).toBe(200)
  })

  it('replaces no one’s session before its end: anyone who is signed in stays so, in the browser that has begun', async () => {
    const world = await sso.buildSso()
    const cookie = await world.signIn('ines')
    const reply = await world.ask('POST', '/api/sso', { body: { again: false, changePassword: false }, cookie })
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
    const { address } = (await reply.json()) as sso.Started
    expect((await world.ask('GET', '/api/session', { cookie })).status).toBe(200)
    // The sign-in must end in the browser that began it.
    expect((await sso.finish(world, await sso.atProvider(address, 'sub-ines'), cookie)).status).toBe(200)
  })

  it('lists requests fifteen to a page, the oldest first, and each once however many come in the meantime', async () => {
    const world = await sso.buildSso()
    const put = (minute: number) => {
      const id = minute.toString(16).padStart(64, '0')
      const at = `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
      return world.put(`solicitudes/${id}`, { id, email: '', username: `u${minute}`, name: '', at, state: 'open' })
    }
    for (let minute = 10; minute < 42; minute += 1) await put(minute)
    const cookie = await world.signIn('ada')
    const seen: string[] = []
    const page = async (query: string) => {
      const reply = await world.ask('GET', `/api/user-requests${query}`, { cookie })
      return (await reply.json()) as { requests: { username: string }[]; next?: string; previous?: string }
    }
    for (let next: string | undefined = '', pages = 0; next !== undefined && pages < 9; pages += 1) {
      const found = await page(next === '' ? '' : `?after=${encodeURIComponent(next)}`)
      seen.push(...found.requests.map(({ username }) => username))
      next = found.next
      // A request arrives while pages are read.
      if (pages === 0) await put(50)
    }
    expect(seen).toEqual([...Array.from({ length: 32 }, (_, index) => `u${index + 10}`), 'u50'])
    const second = await page(`?after=${encodeURIComponent((await page('')).next ?? '')}`)
    expect((await page(`?before=${encodeURIComponent(second.previous ?? '')}`)).requests).toHaveLength(15)
  })

  it('notes who is unknown, once, as a request that the administrator decides, on the record', async () => {
    const world = await sso.buildSso()
    for (let time = 0; time < 2; time += 1)
      expect(await codeOf(await sso.through(world, 'sub-new'))).toBe('session.no-user-record')
    const cookie = await signedIn(world, 'ada')
    const list = async () =>
      ((await (await world.ask('GET', '/api/user-requests', { cookie })).json()) as { requests: { id: string }[] })
        .requests
    const [request, ...more] = await list()
    expect(more).toEqual([])
    expect(request).toMatchObject({ email: 'nueva@relevo.example', name: 'Nueva Persona', state: 'open' })
    const decided = await world.ask('POST', `/api/user-requests/${request?.id}/decide`, {
      cookie,
      body: { accepted: false },
    })
    expect(decided.status).toBe(200)
    await sso.through(world, 'sub-new')
    expect(await list()).toEqual([])
    expect(await world.store.query({ collection: 'audit', limit: 9 })).toMatchObject([
      { document: { action: 'request.dismissed', by: 'ada' } },
    ])
    await addPerson(world.put, { ...buildUser('nueva'), email: 'nueva@relevo.example' })
    expect((await sso.through(world, 'sub-new')).status).toBe(200)
    expect(await world.store.get(keys.userRequest(request?.id ?? ''))).toBeUndefined()
  })

  it('takes each answer once, in its time, and none that it has not asked for', async () => {
    const world = await sso.buildSso()
    const { address, cookie } = await sso.start(world)
    const query = await sso.atProvider(address, 'sub-ines')
    expect((await sso.finish(world, query, cookie)).status).toBe(200)
    expect(await codeOf(await sso.finish(world, query, cookie))).toBe('session.sso-failed')
    const other = await sso.start(world, {}, cookie)
    const forged = new URLSearchParams(await sso.atProvider(other.address, 'sub-ines'))
    forged.set('state', (await sso.start(world, {}, cookie)).state)
    expect(await codeOf(await sso.finish(world, forged.toString(), cookie))).toBe('session.sso-failed')
    for (const nothing of ['', 'state=x', 'error=access_denied&state=y', '%00=%FF'])
      expect(await codeOf(await sso.finish(world, nothing, cookie))).toBe('session.sso-failed')
    const late = await sso.atProvider((await sso.start(world, {}, cookie)).address, 'sub-ines')
    world.clock.now += DEFAULT_TUNING.ssoPatience
    expect(await codeOf(await sso.finish(world, late, cookie))).toBe('session.sso-failed')
  })

  it('is not enough for who has a password here, and a second factor or a role that has to have one', async () => {
    const world = await sso.buildSso()
    const { secret } = await enrolApp(world, 'ines')
    const done = await sso.through(world, 'sub-ines')
    expect([done.status, await done.json()]).toEqual([
      401,
      { error: { code: 'session.second-step', details: { wants: 'prove', apps: 1, passkeys: 0 } } },
    ])
    expect((await world.ask('GET', '/api/session', { cookie: cookieOf(done) })).status).toBe(401)
    // Signing in at the provider alone, without the second step, links no account.
    expect(await world.store.count({ collection: 'identidades' })).toBe(0)
    const passed = await secondStep(world, cookieOf(done), codeAt(secret, world.clock.now))
    expect(passed.status).toBe(204)
    expect(await world.store.query({ collection: 'identidades', limit: 9 })).toMatchObject([
      { document: { userId: 'ines' } },
    ])
    // The provider has a session too: signing out ends both.
    const leave = await world.ask('GET', '/api/sso/leave', { cookie: cookieOf(passed) })
    expect(((await leave.json()) as { address: string }).address).toContain('id_token_hint=')

    await world.put('settings/second-factor', { roles: ['ROLE_INSPECTOR'] })
    const error = { code: 'session.second-step', details: { wants: 'enrol', apps: 0, passkeys: 0 } }
    expect(await codeOf(await sso.through(world, 'sub-pablo'))).toBe('session.no-user-record')
    expect((await sso.accept(world, 'ada')).status).toBe(200)
    expect(await (await sso.through(world, 'sub-pablo')).json()).toEqual({ error })
    // For users without a password here, only the provider decides.
    await sso.withoutPassword(world, 'pablo')
    expect((await sso.through(world, 'sub-pablo')).status).toBe(200)
  })
})
