import { describe, expect, it } from 'vitest'
import { generateUserId, ok, userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { codeOf, cookieOf, ORIGIN } from '#tests/support/server/world.ts'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { issuePasswordToken } from '#core/sessions/password.ts'
import * as sso from '#tests/support/server/sso.ts'

sso.withProvider()

describe('an account of the provider', () => {
  it('ends in the browser that has begun it, and in no other', async () => {
    const world = await sso.buildSso()
    const [one, other] = [await sso.start(world), await sso.start(world)]
    expect(one.cookie).not.toBe(other.cookie)
    const query = await sso.atProvider(one.address, 'sub-ines')
    for (const cookie of [other.cookie, '', await world.signIn('ines')]) {
      const begun = await sso.start(world)
      const came = await sso.atProvider(begun.address, 'sub-ines')
      expect(await codeOf(await sso.finish(world, came, cookie))).toBe('session.sso-failed')
    }
    expect((await sso.finish(world, query, one.cookie)).status).toBe(200)
    // The cookie of its start opens nothing, and a signed-in user stays signed in until it ends.
    expect(await codeOf(await world.ask('GET', '/api/session', { cookie: one.cookie }))).toBe('session.required')
    const signedIn = await world.signIn('ines')
    const reply = await world.ask('POST', '/api/sso', {
      cookie: signedIn,
      body: { again: true, changePassword: false },
    })
    expect(reply.headers.get('set-cookie')).toBeNull()
  })

  it('gives no one an account with a password by its username alone: a person decides, and then it is linked', async () => {
    const world = await sso.buildSso()
    expect(await codeOf(await sso.through(world, 'sub-pablo'))).toBe('session.no-user-record')
    expect(await world.store.count({ collection: 'identidades' })).toBe(0)
    const [wanted] = await world.store.query({ collection: 'solicitudes', limit: 9 })
    expect(wanted?.document).toMatchObject({ username: 'pablo', account: 'pablo', state: 'open' })
    expect((await sso.accept(world, 'sofia')).status).toBe(403)
    expect((await sso.accept(world, 'ada')).status).toBe(200)
    expect((await sso.through(world, 'sub-pablo')).status).toBe(200)
  })

  it('keeps who was linked, or accepted, from a password beside it: no e-mail, no invitation, no link of before', async () => {
    const letters: unknown[] = []
    const world = await sso.buildSso({
      home: () => ORIGIN,
      send: async (letter) => {
        letters.push(letter)
        return ok({ id: '' })
      },
    })
    await world.put(MUNICIPALITY, { ...buildMunicipality(), idMuniCore: 7 })
    await sso.withoutPassword(world, 'ines')
    const before = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), 3_600_000)
    await sso.through(world, 'sub-ines')
    await sso.through(world, 'sub-new')
    const [wanted] = await world.store.query({ collection: 'solicitudes', limit: 9 })
    const request = wanted?.document.id
    const create = (id: number, who: string, email: string) =>
      world.signIn(who).then((cookie) =>
        world.ask('POST', '/api/users', {
          cookie,
          body: {
            id: generateUserId(new Uint8Array(16).fill(id)),
            user: {
              userMuniCore: email.split('@')[0],
              email,
              firstName: 'Nueva',
              lastName: 'Persona',
              inspectorID: '',
              roles: ['ROLE_SUPERVISOR'],
              areas: [AREA],
            },
            language: 'es',
            request,
          },
        }),
      )
    expect(await codeOf(await create(1, 'sofia', 'otra@relevo.example'))).toBe('access.forbidden')
    const made = await create(2, 'ada', 'nueva@relevo.example')
    expect([made.status, await made.text()]).toEqual([200, expect.stringContaining('nueva')])
    expect(await codeOf(await create(3, 'ada', 'tercera@relevo.example'))).toBe('request.not-found')
    expect((await sso.through(world, 'sub-new')).status).toBe(200)
    for (const user of ['ines', generateUserId(new Uint8Array(16).fill(2))]) {
      expect(await world.store.get(keys.user(userIdSchema.parse(user)))).toMatchObject({ providerId: 'sso' })
      const invited = await world.ask('POST', `/api/users/${user}/invite`, {
        cookie: await world.signIn('ada'),
        body: { language: 'es' },
      })
      expect(await codeOf(invited)).toBe('password.elsewhere')
    }
    for (const email of ['ines@relevo.example', 'nueva@relevo.example'])
      expect((await world.ask('POST', '/api/password/forgotten', { body: { email, language: 'es' } })).status).toBe(204)
    expect(await world.store.count({ collection: 'jobs' })).toBe(0)
    const reset = await world.ask('POST', '/api/password', {
      body: { token: before, password: 'a brand new password' },
    })
    expect(await codeOf(reset)).toBe('session.token-invalid')
  })

  it('shows who it is when the provider was asked to ask, and not when it knew the browser', async () => {
    const world = await sso.buildSso()
    await sso.withoutPassword(world, 'ines')
    const proven = async (cookie: string) =>
      ((await (await world.ask('GET', '/api/factors', { cookie })).json()) as { proven: boolean }).proven
    expect(await proven(cookieOf(await sso.through(world, 'sub-ines')))).toBe(false)
    expect(await proven(cookieOf(await sso.through(world, 'sub-ines', { again: true })))).toBe(true)
  })

  it('is left at the provider, too, by who may not work here any more', async () => {
    const world = await sso.buildSso()
    const cookie = cookieOf(await sso.through(world, 'sub-ines'))
    await world.put('usuarios/ines', { ...buildUser('ines'), areas: [] })
    const leave = await world.ask('GET', '/api/sso/leave', { cookie })
    expect(((await leave.json()) as { address: string }).address).toContain('id_token_hint=')
    expect(await (await world.ask('GET', '/api/sso/leave')).json()).toEqual({ address: null })
  })

  it('leaves who has no password here without one: none is changed, and none is mailed', async () => {
    const world = await sso.buildSso()
    await world.put('usuarios/uno', { ...buildUser('uno'), providerId: 'oidc' })
    await world.put('usuarios/pablo', { ...buildUser('pablo'), providerId: 'oidc' })
    await sso.withoutPassword(world, 'pablo')
    const cookie = cookieOf(await sso.through(world, 'sub-pablo'))
    const reply = await world.ask('PUT', '/api/password', {
      cookie,
      body: { old: 'x', password: 'long enough for us' },
    })
    expect(await codeOf(reply)).toBe('password.elsewhere')
  })
})
